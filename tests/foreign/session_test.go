package foreign

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// patience is how long a peer may be silent. The slowest answer is that to isready, with a
// quarter of a gigabyte of weights to read.
const patience = 60 * time.Second

// session is a running peer.
type session struct {
	t      *testing.T
	in     io.Writer
	out    *bufio.Scanner
	silent *time.Timer // kills it
	errors *bytes.Buffer
}

// run starts a program, which is told to quit when the test ends.
func run(t *testing.T, path string, args ...string) *session {
	t.Helper()
	cmd := exec.Command(path, args...)
	cmd.Dir = t.TempDir() // some read option files from where they are started
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, in: in, out: bufio.NewScanner(out), errors: new(bytes.Buffer)}
	cmd.Stderr = s.errors
	if err := cmd.Start(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	s.silent = time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() {
		s.silent.Reset(patience)
		s.send("quit")
		_ = in.Close()
		for s.out.Scan() { // an unread pipe would block it
		}
		err := cmd.Wait()
		if !s.silent.Stop() {
			t.Errorf("%s did not quit within %v", path, patience)
		} else if err != nil && !t.Failed() {
			t.Errorf("%s: %v\n%s", path, err, s.errors)
		}
	})
	return s
}

// send writes commands.
func (s *session) send(commands ...string) {
	_, _ = io.WriteString(s.in, strings.Join(commands, "\n")+"\n") // a peer that is gone is noticed by until
}

// until returns the lines up to one that ends an answer.
func (s *session) until(last func(line string) bool) (lines []string) {
	s.t.Helper()
	for s.out.Scan() {
		s.silent.Reset(patience)
		line := strings.TrimSuffix(s.out.Text(), "\r")
		lines = append(lines, line)
		if last(line) {
			return lines
		}
	}
	s.t.Fatalf("the peer crashed, or was silent for %v, after these lines:\n%s\n%s", patience, strings.Join(lines, "\n"), s.errors)
	return nil
}

// ready waits until the peer has done what it was told, and returns what it said.
func (s *session) ready() []string {
	s.t.Helper()
	s.send("isready")
	return s.until(func(line string) bool { return line == "readyok" })
}

// all sends all commands at once, so that the peer never waits, and hands over each of its
// answers.
func (s *session) all(commands []string, last func(line string) bool, answers int, answer func(i int, lines []string)) {
	s.t.Helper()
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.send(commands...)
	}()
	for i := range answers {
		answer(i, s.until(last))
	}
	<-written
}
