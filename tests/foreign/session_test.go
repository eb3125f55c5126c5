package foreign

import (
	"io"
	"os/exec"
	"testing"

	"github.com/nitoryu/nitoryu/tests/engine"
)

// session is a running peer.
type session struct{ *engine.Process }

// run starts a program, which is told to quit when the test ends.
func run(t *testing.T, path string) *session {
	t.Helper()
	cmd := exec.Command(path)
	cmd.Dir = t.TempDir() // some read option files from where they are started
	s := &session{engine.StartCmd(t, cmd)}
	s.Noisy = true
	t.Cleanup(func() {
		if !t.Failed() {
			s.Quit()
		}
	})
	return s
}

// until returns the lines up to one that ends an answer.
func (s *session) until(last func(line string) bool) (lines []string) {
	s.T.Helper()
	before, line := s.UntilFunc("end of an answer", last)
	return append(before, line)
}

// all sends all commands at once, so that the peer never waits, and hands over each of its
// answers.
func (s *session) all(commands []string, last func(line string) bool, answers int, answer func(i int, lines []string)) {
	s.T.Helper()
	written := make(chan struct{})
	go func() {
		defer close(written)
		for _, c := range commands {
			_, _ = io.WriteString(s.In, c+"\n") // a peer that is gone is noticed by until
		}
	}()
	for i := range answers {
		answer(i, s.until(last))
	}
	<-written
}
