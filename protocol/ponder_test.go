package protocol_test

import (
	"errors"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// tellPosition reports which position is searched, and takes one token.
func tellPosition(p core.Position, _ core.Limits, to core.Callbacks) core.Result {
	to.Fault(errors.New("searching " + p.String()))
	to.Info(core.Info{Depth: 1, Rank: 1, Score: 1, Bound: core.Exact, PV: take(1), Nodes: 1})
	return core.Result{Best: take(1)[0], Nodes: 1}
}

// Stochastic_Ponder thinks about the position before the expected move; a hit begins the
// search of the game's position, and is answered once.
func TestStochasticPonder(t *testing.T) {
	runFolder(t, "usi", func(e *fakeEngine) { e.search = tellPosition })
}

// A stop or ponderhit between a position and its go ponder is for that search.
func TestHastyEndOfPondering(t *testing.T) {
	runFolder(t, "usi", func(e *fakeEngine) { e.search = tellPosition })
}
