package search

import (
	"maps"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/tests/must"
)

// newLearner returns a worker at the root of a position with captures and quiet moves.
func newLearner(t *testing.T) (w *Worker, quiets, tacticals []core.Move) {
	t.Helper()
	p, err := chess.Rules.Parse("4k3/8/3p1p2/4P3/8/8/8/R3K3 w - - 0 1", core.Settings{})
	must.OK(t, err)
	w = New(p.GameInfo(), nil, new(atomic.Bool), nil)
	w.prepare(Task{Position: p, Evaluator: chesseval.New(), Params: params.Chess()})
	w.setContext(0)
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	for _, m := range list.Slice() {
		if m.IsTactical() {
			tacticals = append(tacticals, m)
		} else {
			quiets = append(quiets, m)
		}
	}
	return w, quiets, tacticals
}

// A quiet move that improved the static evaluation gains in the histories, one that
// made it worse loses. Other moves, and those without two evaluations, do neither.
func TestLearnFromEvaluation(t *testing.T) {
	_, quiets, tacticals := newLearner(t)
	for _, c := range []struct {
		name          string
		move          core.Move
		before, after core.Score // of the static evaluation, as the side to move sees it
		bonus         int
		want          int // its sign
	}{
		{"better", quiets[0], 20, -50, 10, 1},
		{"worse", quiets[0], 20, 50, 10, -1},
		{"as before", quiets[0], 20, -20, 10, 0},
		{"switched off", quiets[0], 20, -50, 0, 0},
		{"a capture", tacticals[0], 20, -50, 10, 0},
		{"the null move", core.NullMove, 20, -50, 10, 0},
		{"out of check", quiets[0], core.NoScore, -50, 10, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, _, _ := newLearner(t)
			set := *w.params
			set.EvalBonus = c.bonus
			w.params = &set
			w.frame(0).move, w.frame(0).eval, w.frame(1).eval = c.move, c.before, c.after
			w.learnFromEvaluation(1)
			if got := quietValue(w, c.move); got > 0 != (c.want > 0) || got < 0 != (c.want < 0) {
				t.Errorf("history %d, want the sign of %d", got, c.want)
			}
		})
	}
}

// quietValue returns the value of a quiet move at the root.
func quietValue(w *Worker, m core.Move) int32 {
	var value [1]int32
	w.history.Quiets(&w.frame(0).context, []core.Move{m}, value[:])
	return value[0]
}

// The best move of a node gains in the histories, those tried before it lose.
func TestLearn(t *testing.T) {
	const depth = 6
	w, quiets, tacticals := newLearner(t)
	for _, m := range []core.Move{quiets[1], quiets[2], tacticals[0]} {
		w.frame(0).addTried(m)
	}
	w.updateHistories(0, depth, quiets[0])
	if quietValue(w, quiets[0]) <= 0 || quietValue(w, quiets[1]) >= 0 || quietValue(w, quiets[2]) >= 0 {
		t.Error("a quiet best move: histories of quiet moves changed in the wrong direction")
	}
	if w.history.Capture(core.First, tacticals[0]) >= 0 {
		t.Error("a capture tried before a quiet best move has not lost")
	}
	if w.frame(0).killers[0] != quiets[0].ID() {
		t.Error("the best move is not a killer")
	}

	w, quiets, tacticals = newLearner(t)
	w.frame(0).addTried(quiets[0])
	w.frame(0).addTried(tacticals[1])
	w.updateHistories(0, depth, tacticals[0])
	if w.history.Capture(core.First, tacticals[0]) <= 0 || w.history.Capture(core.First, tacticals[1]) >= 0 {
		t.Error("a best capture: the capture history changed in the wrong direction")
	}
	if quietValue(w, quiets[0]) != 0 || w.frame(0).killers[0] != 0 {
		t.Error("a best capture changed the histories of quiet moves")
	}
}

// The score of a search corrects the static evaluation, unless its bound says nothing
// or the best move is a capture.
func TestCorrect(t *testing.T) {
	_, quiets, tacticals := newLearner(t)
	tests := []struct {
		name  string
		off   core.Score // of the score from the static evaluation
		best  core.Move
		beta  core.Score // from the static evaluation
		moves int        // direction of the correction
	}{
		{"better than thought", 120, quiets[0], 300, 1},
		{"worse than thought", -120, quiets[0], 300, -1},
		{"a lower bound above", 120, quiets[0], 50, 1},
		{"a lower bound below", -120, quiets[0], -200, 0},
		{"an upper bound below", -120, core.NoMove, 300, -1},
		{"an upper bound above", 120, core.NoMove, 300, 0},
		{"a capture", 120, tacticals[0], 300, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, _, _ := newLearner(t)
			var none tt.Entry
			w.evaluate(0, &none, false)
			before := w.frame(0).eval
			for range 50 {
				w.correct(0, 8, before+test.off, test.best, before+test.beta)
			}
			w.evaluate(0, &none, false)
			after := w.frame(0).eval
			if got := int(after - before); got*test.moves < 0 || (got == 0) != (test.moves == 0) {
				t.Errorf("from %d to %d", before, after)
			}
			if w.frame(0).raw != before {
				t.Errorf("the table would store %d, the evaluator says %d", w.frame(0).raw, before)
			}
		})
	}
}

// Draws score a point more or less than zero, or zero without the technique.
func TestDrawJitter(t *testing.T) {
	p, err := chess.Rules.Parse("8/8/4k3/8/8/3K4/8/8 w - - 0 1", core.Settings{})
	must.OK(t, err)
	for _, c := range []struct {
		name   string
		jitter int
		want   map[core.Score]bool
	}{
		{"on", 1, map[core.Score]bool{core.Draw - 1: true, core.Draw + 1: true}},
		{"off", 0, map[core.Score]bool{core.Draw: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := params.Chess()
			set.DrawJitter = c.jitter
			w := New(p.GameInfo(), nil, new(atomic.Bool), nil)
			w.prepare(Task{Position: p, Evaluator: chesseval.New(), Params: set})
			w.pollAt = 1 << 40
			seen := map[core.Score]bool{}
			for range 16 {
				score, over := w.enterNode(1)
				if !over {
					t.Fatal("two bare kings are no draw")
				}
				seen[score] = true
			}
			if !maps.Equal(seen, c.want) {
				t.Errorf("draws score %v, want %v", slices.Sorted(maps.Keys(seen)), slices.Sorted(maps.Keys(c.want)))
			}
		})
	}
}
