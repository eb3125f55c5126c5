package serve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
)

const (
	queueLength = 256     // commands that may wait for an engine to read
	maxOutput   = 1 << 20 // bytes of a line of an engine
)

// engine is a process that speaks the protocols.
type engine struct {
	process *exec.Cmd
	in      chan string
	ended   chan struct{} // closed when the process has ended and said all
	why     string        // it ended, for people; read it after ended
	kill    func()        // may be called at any time
}

// start starts an engine. tell gets each line that it says.
func start(process *exec.Cmd, tell func(line string) error) (*engine, error) {
	in, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var complaint firstLine
	process.Stderr = &complaint
	if err := process.Start(); err != nil {
		return nil, err
	}
	e := &engine{process: process, in: make(chan string, queueLength), ended: make(chan struct{})}
	killed := make(chan struct{})
	e.kill = sync.OnceFunc(func() {
		close(killed)
		_ = process.Process.Kill()
		_ = in.Close()
	})
	go func() {
		for {
			select {
			case line := <-e.in:
				if _, err := io.WriteString(in, line+"\n"); err != nil {
					return // the other end is closed: ended tells why
				}
			case <-killed:
				return
			case <-e.ended:
				return
			}
		}
	}()
	go func() {
		defer close(e.ended)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, maxOutput)
		for lines.Scan() {
			if tell(lines.Text()) != nil {
				break
			}
		}
		if lines.Err() != nil {
			e.kill()
		}
		// Without a reader the process may wait forever.
		_, _ = io.Copy(io.Discard, out)
		e.why = reason(process.Wait(), complaint.text())
	}()
	return e, nil
}

// errBusy says that an engine does not read its commands.
var errBusy = errors.New("the engine is busy and has not read the commands before")

// say sends a command, without waiting for the engine to read it.
func (e *engine) say(line string) error {
	select {
	case e.in <- line:
		return nil
	default:
		return errBusy
	}
}

// reason says why a process ended.
func reason(err error, complaint string) string {
	text := "it left"
	if err != nil {
		text = err.Error()
	}
	if complaint != "" {
		text += fmt.Sprintf(" (%s)", complaint)
	}
	return text
}

// firstLine keeps the beginning of what is written to it.
type firstLine struct {
	mu   sync.Mutex
	kept []byte
}

func (f *firstLine) Write(p []byte) (int, error) {
	const most = 200
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept = append(f.kept, p[:min(len(p), most-len(f.kept))]...)
	return len(p), nil
}

func (f *firstLine) text() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	line, _, _ := strings.Cut(string(f.kept), "\n")
	return strings.ToValidUTF8(strings.TrimSpace(line), "?")
}
