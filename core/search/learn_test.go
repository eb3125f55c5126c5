package search

import (
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/params"
)

// Without the continuation history a move is learnt for itself alone.
func TestLearnWithoutContinuation(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	m, err := p.ParseMove("g1f3")
	if err != nil {
		t.Fatal(err)
	}
	for _, continuation := range []int{0, 1} {
		w := New(p.Traits(), nil, new(atomic.Bool))
		w.params = params.Chess()
		w.params.Continuation = continuation
		previous := w.previous(0)
		w.learn(core.First, m, &previous, 500)
		fresh := [2]history.Row{make(history.Row, len(previous[0])), make(history.Row, len(previous[0]))}
		alone, all := w.history.Quiet(core.First, m, &fresh), w.history.Quiet(core.First, m, &previous)
		if alone == 0 || (all > alone) != (continuation == 1) {
			t.Errorf("continuation %d: %d after the moves before, %d without them", continuation, all, alone)
		}
	}
}
