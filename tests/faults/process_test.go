//go:build linux

package faults

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const root = "../.."

// The binaries that the tests are about.
var nitoryu, lab string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "faults")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	nitoryu, lab = filepath.Join(folder, "nitoryu"), filepath.Join(folder, "lab")
	if out, err := exec.Command("go", "build", "-o", folder, root+"/cmd/nitoryu", root+"/cmd/lab").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// amount returns what a variable of the environment says, or the usual number.
func amount(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// patience is how long a program may be silent on a machine with other work.
const patience = 30 * time.Second

// engine is a running process that speaks a protocol.
type engine struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed at the end of the output
	noise strings.Builder
	ended chan error
}

// start runs the engine and waits for the answer to its first word.
func start(t *testing.T, protocol string) *engine {
	t.Helper()
	return startAs(t, os.Getuid(), protocol)
}

// startAs is start by another user, which takes an administrator.
func startAs(t *testing.T, user int, protocol string) *engine {
	t.Helper()
	e := &engine{t: t, cmd: exec.Command(nitoryu), lines: make(chan string, 100_000), ended: make(chan error, 1)}
	if user != os.Getuid() {
		if err := os.Chmod(filepath.Dir(nitoryu), 0o755); err != nil {
			t.Fatal(err)
		}
		e.cmd.Dir = "/"
		e.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
	}
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.in = in
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.cmd.Stderr = &e.noise
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			e.lines <- s.Text()
		}
		close(e.lines)
		e.ended <- e.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = e.in.Close()
		_ = e.cmd.Process.Kill()
	})
	e.send(protocol)
	e.until(protocol + "ok")
	return e
}

func (e *engine) send(lines ...string) {
	e.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(e.in, line+"\n"); err != nil {
			e.t.Fatalf("%.80q: %v; %s", line, err, &e.noise)
		}
	}
}

// until returns the lines up to the one that begins with a word, and that one.
func (e *engine) until(word string) (all []string) {
	e.t.Helper()
	for timer := time.After(patience); ; {
		select {
		case line, ok := <-e.lines:
			if !ok {
				e.t.Fatalf("the output ends before %s, after %q; %s", word, all, &e.noise)
			}
			all = append(all, line)
			if first, _, _ := strings.Cut(line, " "); first == word {
				return all
			}
		case <-timer:
			e.t.Fatalf("no %s, but %.2000q", word, all)
		}
	}
}

// faults returns the faults among lines, without "info string ERROR ".
func faults(lines []string) (list []string) {
	for _, line := range lines {
		if text, ok := strings.CutPrefix(line, "info string ERROR "); ok {
			list = append(list, text)
		}
	}
	return list
}

// alive checks that the engine plays on.
func (e *engine) alive() {
	e.t.Helper()
	e.send("stop", "position startpos", "go nodes 500")
	answer := e.until("bestmove")
	if best := answer[len(answer)-1]; strings.HasPrefix(best, "bestmove (none)") || strings.HasPrefix(best, "bestmove resign") {
		e.t.Errorf("the answer is %s", best)
	}
}

// end returns how the process ends, and how long that takes.
func (e *engine) end() (took time.Duration, err error) {
	e.t.Helper()
	began := time.Now()
	select {
	case err = <-e.ended:
		return time.Since(began), err
	case <-time.After(patience):
		e.t.Fatalf("the engine does not end; %s", &e.noise)
	}
	return 0, nil
}

// quit ends the engine and checks that it ends well.
func (e *engine) quit() {
	e.t.Helper()
	e.send("quit")
	go func() {
		for range e.lines {
		}
	}()
	if _, err := e.end(); err != nil || e.noise.Len() > 0 {
		e.t.Errorf("ends with %v and %q", err, &e.noise)
	}
}
