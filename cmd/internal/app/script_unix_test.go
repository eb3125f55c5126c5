//go:build unix

package app

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

// Ctrl-C ends an endless search, and the last line says that it was stopped.
func TestInterruptedAnalysis(t *testing.T) {
	for _, c := range []struct{ name, text, answer string }{
		{"before anything is searched, or soon afterwards", "scores are for", ""},
		{"searching", "%", "\nbest move: "}, // of the first line
	} {
		out := &trigger{text: c.text}
		if err := run([]string{"analyse", "startpos"}, cli.Streams{Out: out, Err: out}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if text := strings.TrimSpace(out.String()); !strings.Contains(text, c.answer) || !strings.HasSuffix(text, "\nstopped before its limit") {
			t.Errorf("%s: the end is %q", c.name, text[max(0, len(text)-200):])
		}
	}
	out := &trigger{text: "never"}
	if err := run([]string{"analyse", "--depth", "1", "startpos"}, cli.Streams{Out: out, Err: out}); err != nil || strings.Contains(out.String(), "stopped") {
		t.Errorf("error %v, printed\n%s", err, out.String())
	}
}
