package protocol_test

import (
	"fmt"
	"strings"
	"testing"
)

// Of the changes of an option during a search the last one is made when it ends, in the
// order of the last changes; those of options that wait for no search are made at once.
func TestChangesDuringASearch(t *testing.T) {
	for _, c := range []struct {
		name     string
		commands []string
		want     []string // what the engine hears between the answer and readyok
	}{
		{"one", []string{"Hash value 32"}, []string{"* hash 32"}},
		{"the last of several", []string{"Hash value 32", "Hash value 64", "Hash value 8"}, []string{"* hash 8"}},
		{"other options keep their place", []string{"Hash value 32", "Threads value 2", "Hash value 64", "Threads value 3", "Hash value 8"}, []string{"* threads 3", "* hash 8"}},
		{"a button", []string{"Clear Hash", "Hash value 8", "Clear Hash", "Clear Hash"}, []string{"* hash 8", "* clear hash"}},
		{"a value that is refused replaces none", []string{"Hash value 32", "Hash value none"}, []string{"* hash 32"}},
		{"names in other spellings", []string{"Move Overhead value 50", "MOVE_OVERHEAD value 70"}, []string{"* overhead 70ms"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			s.Line("uci")
			s.Line("go infinite")
			for _, command := range c.commands {
				s.Line("setoption name " + command)
			}
			s.Line("stop")
			out.reset()
			s.Line("isready")
			var got []string
			for line := range strings.Lines(out.String()) {
				if strings.HasPrefix(line, "* ") && line != "* prepare\n" {
					got = append(got, strings.TrimSpace(line))
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("the engine heard %q, want %q", got, c.want)
			}
		})
	}
}

// A flood of commands costs no more at its end than a few: a front end may send its
// settings again and again while a search runs.
func TestFloodOfOptions(t *testing.T) {
	const flood = 20_000
	for _, protocol := range []string{"uci", "usi"} {
		s, _, out := newSession(t)
		s.Line(protocol)
		s.Line("go infinite")
		out.reset()
		for i := range flood {
			s.Line(fmt.Sprintf("setoption name Threads value %d", 1+i%1000))
		}
		s.Line("stop")
		s.Line("isready")
		text := out.String()
		if n := strings.Count(text, "* threads"); n != 1 || !strings.Contains(text, fmt.Sprintf("* threads %d\n", 1+(flood-1)%1000)) {
			t.Errorf("%s: the engine heard %d changes", protocol, n)
		}
		if answers(text) != 1 || !strings.HasSuffix(text, "readyok\n") {
			t.Errorf("%s: %d answers, the end is %q", protocol, answers(text), text[max(0, len(text)-200):])
		}
	}
}
