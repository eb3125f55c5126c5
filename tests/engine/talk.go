package engine

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Talk is a dialogue in lines.
type Talk struct {
	T     testing.TB // the test that fails, which may become a part of it
	In    io.WriteCloser
	Lines chan string // of the engine, closed at its end

	rest  []byte // of an unfinished line
	noise strings.Builder
}

func newTalk(t testing.TB) *Talk { return &Talk{T: t, Lines: make(chan string, 100_000)} }

// Write takes what the engine says.
func (k *Talk) Write(p []byte) (int, error) {
	k.rest = append(k.rest, p...)
	for {
		line, rest, whole := bytes.Cut(k.rest, []byte{'\n'})
		if !whole {
			k.rest = append([]byte(nil), k.rest...)
			return len(p), nil
		}
		k.Lines <- string(bytes.TrimSuffix(line, []byte{'\r'}))
		k.rest = rest
	}
}

// close ends what the engine says.
func (k *Talk) close() {
	if len(k.rest) > 0 {
		k.Lines <- string(k.rest)
	}
	close(k.Lines)
}

// drain hears the engine out.
func (k *Talk) drain() {
	for range k.Lines {
	}
}

// Send writes lines.
func (k *Talk) Send(lines ...string) {
	k.T.Helper()
	for _, line := range lines {
		k.SendText(line + "\n")
	}
}

// SendText writes a text that need not be lines.
func (k *Talk) SendText(text string) {
	k.T.Helper()
	if _, err := io.WriteString(k.In, text); err != nil {
		k.T.Fatalf("%.80q: %v; %s", text, err, &k.noise)
	}
}

// Until returns the next line that begins so, and the lines before it.
func (k *Talk) Until(beginning string) (before []string, last string) {
	k.T.Helper()
	return k.UntilFunc(beginning, func(line string) bool { return strings.HasPrefix(line, beginning) })
}

// UntilFunc is Until for a line that a function knows; the name is for messages.
func (k *Talk) UntilFunc(name string, is func(line string) bool) (before []string, last string) {
	k.T.Helper()
	for timer := time.After(must.Patience); ; {
		select {
		case line, ok := <-k.Lines:
			if !ok {
				k.T.Fatalf("the output ends before %s, after %.2000q; %s", name, before, &k.noise)
			}
			if is(line) {
				return before, line
			}
			before = append(before, line)
		case <-timer:
			k.T.Fatalf("no %s, but %.2000q", name, before)
		}
	}
}

// Answer sends commands and returns what is said before readyok.
func (k *Talk) Answer(lines ...string) []string {
	k.T.Helper()
	k.Send(append(lines, "isready")...)
	before, _ := k.Until("readyok")
	return before
}

// Greet chooses a protocol and returns what the engine says of itself.
func (k *Talk) Greet(protocol string) []string {
	k.T.Helper()
	k.Send(protocol)
	before, _ := k.Until(protocol + "ok")
	return before
}

// Serve starts a talk with a session in this process, which reads commands and writes lines
// until its input ends. The input ends with the test.
func Serve(t testing.TB, session func(in io.Reader, out io.Writer) error) *Talk {
	k := newTalk(t)
	var in *io.PipeReader
	in, k.In = io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := session(in, k)
		_ = in.Close() // nothing is read any more; do not block writers
		k.close()
		ended <- err
	}()
	t.Cleanup(func() {
		_ = k.In.Close()
		k.drain()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return k
}

// Process is a talk with a program.
type Process struct {
	*Talk
	Cmd   *exec.Cmd
	Noisy bool // it may write to the standard error

	ended  chan struct{} // closed when the process has ended
	err    error         // how
	judged bool          // the test has seen the end
}

// Start runs a program. It has to end well when its input ends with the test, without a
// word on the standard error, unless the test has seen its end already.
func Start(t testing.TB, command string, args ...string) *Process {
	t.Helper()
	return StartCmd(t, exec.Command(command, args...))
}

// StartCmd is Start for a program in a folder or an environment of its own.
func StartCmd(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	p := &Process{Talk: newTalk(t), Cmd: cmd, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p.Talk, &p.noise
	var err error
	if p.In, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	must.OK(t, cmd.Start())
	go func() {
		p.err = cmd.Wait()
		p.close()
		close(p.ended)
	}()
	t.Cleanup(func() {
		switch {
		case p.judged:
		case t.Failed():
			p.Kill()
		default:
			_ = p.In.Close()
			p.T = t
			p.EndWell()
		}
	})
	return p
}

// End waits for the end of the process, and returns how it ends and what it says on the
// standard error. The process should have a reason to end.
func (p *Process) End() (noise string, err error) {
	p.T.Helper()
	go p.drain()
	select {
	case <-p.ended:
	case <-time.After(must.Patience):
		p.Kill()
		p.T.Fatalf("the engine does not end; %s", &p.noise)
	}
	p.judged = true
	return p.noise.String(), p.err
}

// EndWell is End for a process that has to end without an error.
func (p *Process) EndWell() {
	p.T.Helper()
	noise, err := p.End()
	if p.Noisy && err == nil {
		noise = ""
	}
	if err != nil || noise != "" {
		p.T.Errorf("ends with %v and wrote to the standard error: %.2000q", err, noise)
	}
}

// Quit tells the engine to quit, which has to end well.
func (p *Process) Quit() {
	p.T.Helper()
	p.Send("quit")
	p.EndWell()
}

// Kill ends the process, whatever it does.
func (p *Process) Kill() {
	p.judged = true
	_ = p.Cmd.Process.Kill()
	go p.drain()
	<-p.ended
}
