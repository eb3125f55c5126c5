package scaling

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// iteration is what a line of information says of an iteration that is done.
type iteration struct {
	depth int
	at    time.Duration
}

// iterations gathers them while an engine thinks.
type iterations []iteration

func (list *iterations) info(i player.Info) {
	if i.MultiPV <= 1 && i.HasScore && i.Bound == core.Exact && i.Depth > 0 {
		*list = append(*list, iteration{i.Depth, i.Elapsed})
	}
}

// Parts of the budget. Lines that come in its last moment may be of an iteration
// that was broken off, which some engines tell with their answer. Searches that take
// less than a moment say more of clocks than of threads.
const (
	lastMoment  = 50
	shortMoment = 20
)

// last returns the deepest iteration that was done when the answer came, the first
// one if there is none.
func (list iterations) last(answered, budget time.Duration) iteration {
	last := iteration{1, answered}
	for _, i := range list {
		if i.depth >= last.depth && i.at <= answered-budget/lastMoment {
			last = i
		}
	}
	return last
}

// calibrate says to which depth a position is to be searched, from an engine's
// reply and the iterations on the way to it.
func calibrate(reply *player.Reply, list iterations, budget time.Duration) (depth int, out string) {
	last := list.last(reply.Elapsed, budget)
	switch {
	case reply.Problem != "":
		return 0, reply.Problem
	case reply.Infos == 0:
		return 0, "the engine tells nothing of its search"
	case reply.Info.Score.IsDecisive():
		return 0, "a mate is seen"
	case reply.Elapsed < budget/2:
		return 0, "the search ends by itself"
	case last.at < budget/shortMoment:
		return 0, fmt.Sprintf("depth %d is reached at once, the next one not at all", last.depth)
	}
	return last.depth, ""
}

// forced says why there is nothing to think about in a position; empty if there is.
func forced(p core.Position) string {
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	switch {
	case p.Verdict().Over() || list.N == 0:
		return "the game is over"
	case list.N == 1:
		return "there is one legal move"
	}
	return ""
}
