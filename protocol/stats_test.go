package protocol_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// What a search counted is told when it is asked for, and not before.
func TestStats(t *testing.T) {
	s, engine, out := newSession(t)
	engine.search = func(_ core.Position, _ core.Limits, to core.Listener) core.Result {
		counts := core.Counts{Cutoffs: 80, NullTries: 50, NullCutoffs: 20}
		counts.CutoffsAt[0] = 60
		return core.Result{Best: take(1)[0], Nodes: 1024, Depth: 10, Counts: counts}
	}
	s.Line("stats")
	if text := out.String(); !strings.Contains(text, "no search has ended yet") {
		t.Errorf("before any search: %s", text)
	}
	s.Line("go depth 10")
	s.Wait()
	out.reset()
	s.Line("stats")
	text := out.String()
	for _, want := range []string{
		"depth 10, 1024 nodes", "effective branching factor", " 2.00\n",
		"cutoffs by the first move", "75.00 % of 80", "null moves that cut", "40.00 % of 50",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "info string ") {
			t.Errorf("a front end might take this for something else: %q", line)
		}
	}
}
