package protocol_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What a search counted is printed when it is asked for, and not before.
func TestStats(t *testing.T) {
	s, engine, out := newSession(t)
	engine.search = func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
		// Corrections of nothing are more than all.
		counts := core.Counts{Cutoffs: 80, NullTries: 50, NullCutoffs: 20, Reduced: 2, ReducedPlies: 5, Corrections: 321}
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
	must.Has(t, text,
		"info string stats: depth 10, 1024 nodes\n",
		"info string     2.00   effective branching factor\n",
		"info string    75.00 % cutoffs by the first move (of 80)\n",
		"info string     0.00 % cutoffs by the second move (of 80)\n",
		"info string    40.00 % null moves that cut (of 50)\n",
		"info string     2.50   mean reduction, plies\n",
	)
	for _, no := range []string{"ProbCut", "razored", "per node", "correct others"} {
		if strings.Contains(text, no) {
			t.Errorf("%q, which has not occurred, in\n%s", no, text)
		}
	}
}

// All figures fit a terminal, and front ends take them for remarks.
func TestStatsFitATerminal(t *testing.T) {
	s, engine, out := newSession(t)
	engine.search = func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
		var counts core.Counts
		fields := reflect.ValueOf(&counts).Elem()
		for i := range fields.NumField() {
			f := fields.Field(i)
			if f.Kind() == reflect.Uint64 {
				f.SetUint(1e12)
				continue
			}
			for j := range f.Len() {
				f.Index(j).SetUint(1e12)
			}
		}
		return core.Result{Best: take(1)[0], Nodes: 1e12, Depth: 10, Counts: counts}
	}
	s.Line("go depth 10")
	s.Wait()
	out.reset()
	s.Line("stats")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if all := new(core.Counts).Rates(1, 1); len(lines) != 1+len(all) {
		t.Errorf("%d lines of %d figures", len(lines), len(all))
	}
	for _, line := range lines {
		if len(line) > 80 || !strings.HasPrefix(line, "info string ") {
			t.Errorf("%d columns: %q", len(line), line)
		}
	}
}
