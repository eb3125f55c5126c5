package web

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const root = "../.."

// build compiles the engine for a system and returns the file.
func build(t testing.TB, folder, name string, environment ...string) string {
	t.Helper()
	file := filepath.Join(folder, name)
	cmd := exec.Command("go", "build", profile(), "-trimpath", "-ldflags", "-s -w", "-o", file, "./cmd/nitoryu")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), environment...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// profile is the flag for the compiler's profile, which takes time and matters for speed only.
func profile() string {
	if *rounds > 0 {
		return "-pgo=auto"
	}
	return "-pgo=off"
}

// native is the engine of this machine, compiled once.
var native = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "nitoryu-web-")
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "nitoryu.exe")
	cmd := exec.Command("go", "build", profile(), "-trimpath", "-o", file, "./cmd/nitoryu")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	return file, cmd.Run()
})

func TestMain(m *testing.M) {
	code := m.Run()
	if file, err := native(); err == nil {
		_ = os.RemoveAll(filepath.Dir(file))
	}
	os.Exit(code)
}

// engine returns the file of the engine of this machine.
func engine(t testing.TB) string {
	t.Helper()
	file, err := native()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// talk is a dialogue of lines with a process.
type talk struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

// start starts a process, which ends with the test.
func start(t testing.TB, command string, args ...string) *talk {
	t.Helper()
	p := &talk{t: t, cmd: exec.Command(command, args...), lines: make(chan string, 1<<16)}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 4<<20)
		for lines.Scan() {
			p.lines <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		for range p.lines {
		}
		_ = p.cmd.Wait()
	})
	return p
}

// say sends lines.
func (p *talk) say(lines ...string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// hear returns the next line that begins so, and those before.
func (p *talk) hear(beginning string) (line string, before []string) {
	p.t.Helper()
	late := time.After(2 * time.Minute) // machines may be slow, and browsers' engines are
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("no line %q before the end, but %q", beginning, before)
			}
			if strings.HasPrefix(line, beginning) {
				return line, before
			}
			before = append(before, line)
		case <-late:
			p.t.Fatalf("no line %q, but %q", beginning, before)
		}
	}
}

// fails runs the engine with arguments that are wrong, and returns what it says.
func fails(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command(engine(t), args...).CombinedOutput()
	if err == nil {
		t.Errorf("%q is no error", args)
	}
	return string(out)
}
