package programs

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const root = "../.."

// binary is the engine that the tests are about.
var binary string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "programs")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "nitoryu")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", binary, root+"/cmd/nitoryu").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// patience is how long an engine may be silent where no limit is tested.
const patience = 2 * time.Minute

// engine is a running process.
type engine struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed at the end of the output
	noise strings.Builder
}

// start runs the engine. What it prints on the standard error is an error of the test.
func start(t *testing.T) *engine {
	t.Helper()
	e := &engine{t: t, cmd: exec.Command(binary), lines: make(chan string, 10000)}
	var err error
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.cmd.Stderr = &e.noise
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(e.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			e.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		_ = e.in.Close()
		for range e.lines { // until it has exited
		}
		if err := e.cmd.Wait(); err != nil || e.noise.Len() > 0 {
			t.Errorf("the engine ended with %v and wrote to the standard error: %q", err, &e.noise)
		}
	})
	return e
}

// send writes lines.
func (e *engine) send(lines ...string) {
	e.t.Helper()
	for _, line := range lines {
		e.sendText(line + "\n")
	}
}

func (e *engine) sendText(text string) {
	e.t.Helper()
	if _, err := io.WriteString(e.in, text); err != nil {
		e.t.Fatalf("%.80q: %v", text, err)
	}
}

// until returns the lines up to the one that begins with a word, without it, and that one.
func (e *engine) until(word string) (before []string, last string) {
	e.t.Helper()
	for timer := time.After(patience); ; {
		select {
		case line, ok := <-e.lines:
			if !ok {
				e.t.Fatalf("the output ends before %s, after %q", word, before)
			}
			if first, _, _ := strings.Cut(line, " "); first == word {
				return before, line
			}
			before = append(before, line)
		case <-timer:
			e.t.Fatalf("no %s, but %q", word, before)
		}
	}
}

// quiet returns what is printed within a short time, which should be nothing.
func (e *engine) quiet() (lines []string) {
	for timer := time.After(100 * time.Millisecond); ; {
		select {
		case line, ok := <-e.lines:
			if !ok {
				return lines
			}
			lines = append(lines, line)
		case <-timer:
			return lines
		}
	}
}

// answer sends commands and returns what is printed before readyok.
func (e *engine) answer(lines ...string) []string {
	e.t.Helper()
	e.send(append(lines, "isready")...)
	before, _ := e.until("readyok")
	return before
}
