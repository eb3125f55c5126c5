//go:build unix

package main

import (
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// trigger writes to a buffer and sends this process an interrupt once a given text was
// written.
type trigger struct {
	bytes.Buffer
	text string
	sent bool
}

func (w *trigger) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if !w.sent && strings.Contains(w.String(), w.text) {
		w.sent = true
		_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
	}
	return n, err
}

// Ctrl-C ends an infinite search on the command line, which then answers; also if there
// is nothing more to search.
func TestInterruptedScript(t *testing.T) {
	for _, c := range []struct{ name, position, text string }{
		{"searching", "position startpos", "info depth 3 "},
		{"at a mate", "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "mate 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := &trigger{text: c.text}
			if err := run([]string{c.position, "go infinite", "d"}, cli.Streams{Out: out, Err: out}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "bestmove ") {
				t.Errorf("the last line is %q", last)
			}
		})
	}
}
