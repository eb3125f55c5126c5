package protocol_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Every command is listed once, with a line of help.
func TestHelpListsEveryCommand(t *testing.T) {
	s, _, out := newSession(t)
	out.reset()
	s.Line("help")
	listed := map[string]int{}
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "  ") {
			continue
		}
		listed[strings.Fields(line)[0]]++
		if head, help, ok := strings.Cut(strings.TrimSpace(line), "  "); !ok || head == "" || help == "" {
			t.Errorf("no help in %q", line)
		}
	}
	words := slices.DeleteFunc(s.Words(), func(w string) bool { return slices.Contains([]string{"xboard", "exit", "q"}, w) })
	for _, word := range words {
		if listed[word] != 1 {
			t.Errorf("%s is listed %d times", word, listed[word])
		}
	}
	if len(listed) != len(words) {
		t.Errorf("%d are listed, there are %d", len(listed), len(words))
	}
}

// Words that people type to leave do so; front ends may send them behind others.
func TestLeaving(t *testing.T) {
	for _, c := range []struct {
		line string
		more bool
	}{{"quit", false}, {"exit", false}, {"q", false}, {"xyzzy quit", false}, {"xyzzy exit", true}, {"d", true}} {
		s, _, _ := newSession(t)
		if more := s.Line(c.line); more != c.more {
			t.Errorf("%q: %v", c.line, more)
		}
	}
}

// A search and a perft are something to stop, a position is not.
func TestBusy(t *testing.T) {
	s, _, _ := newSession(t)
	s.Line("position startpos")
	if s.Busy() {
		t.Error("busy before a search")
	}
	for _, line := range []string{"go infinite", "perft 40"} {
		s.Line(line)
		if !s.Busy() {
			t.Errorf("not busy after %q", line)
		}
		s.Line("stop")
		s.Wait()
		if s.Busy() {
			t.Errorf("busy after %q was stopped", line)
		}
	}
}

// What the mode knows is shown: the notation of people, who gives check, and the
// hand-crafted evaluation.
func TestWhatModesShow(t *testing.T) {
	s, _, out := configuredSession(t, func(c *protocol.Config) {
		c.Modes[0].Notation = func(_ core.Position, m, previous core.Move) string {
			return fmt.Sprintf("%d after %d", m.To(), previous.To())
		}
		c.Modes[0].Checkers = func(p core.Position) []string { return strings.Fields(strings.Repeat("a1 ", int(p.Side())*2)) }
		c.Modes[0].Classic = core.EvaluatorsOf("classic", func() core.Evaluator { return flat{} })
	})
	for _, c := range []struct{ line, want string }{
		{"d", "\nCheckers:\nLegal moves: 3\n"},
		{"position startpos moves t1", ""},
		{"d", "\nCheckers: a1 a1\nLegal moves: 3\nLast move: t1 (1 after 0)\n"},
		{"position startpos moves t1 t2", ""},
		{"d", "\nLast move: t2 (2 after 1)\n"},
		{"moves", "Legal moves: 1\nt1 (1 after 2)\n"},
		{"position fen 3 1", ""},
		{"moves fen 2 1", "info string ignored: moves \"fen 2 1\"\nLegal moves: 3\nt1 (1 after 0)  t2 (2 after 0)  t3 (3 after 0)\n"},
		{"eval", "Evaluation: cp 6 for the side to move (65 %), by tokens\nEvaluation: cp 77 for the side to move (100 %), by classic\n"},
	} {
		out.reset()
		s.Line(c.line)
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: no %q in\n%s", c.line, c.want, out)
		}
	}
	s, _, out = configuredSession(t, func(c *protocol.Config) {
		c.Modes[0].Classic = core.EvaluatorsOf("tokens", func() core.Evaluator { return flat{} }) // the engine's
	})
	s.Line("eval")
	if n := strings.Count(out.String(), "Evaluation:"); n != 1 {
		t.Errorf("%d evaluations in\n%s", n, out)
	}
}

// flat is an evaluation that knows one value.
type flat struct{ core.Evaluator }

func (flat) Reset(core.Position)  {}
func (flat) Evaluate() core.Score { return 77 }
