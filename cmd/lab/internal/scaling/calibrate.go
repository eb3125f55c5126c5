package scaling

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// iteration is a finished iteration, from an info line.
type iteration struct {
	depth int
	at    time.Duration
}

// iterations collects them while an engine thinks.
type iterations []iteration

func (list *iterations) info(i player.Info) {
	if i.MultiPV <= 1 && i.HasScore && i.Bound == core.Exact && i.Depth > 0 {
		*list = append(*list, iteration{i.Depth, i.Elapsed})
	}
}

// Parts of the budget. Lines in its last moment may be of an interrupted iteration, which
// some engines report with their answer. Searches shorter than a short moment measure
// clocks rather than threads.
const (
	lastMoment  = 50
	shortMoment = 20
)

// last returns the deepest iteration that was finished when the answer came, or the first
// one.
func (list iterations) last(answered, budget time.Duration) iteration {
	last := iteration{1, answered}
	for _, i := range list {
		if i.depth >= last.depth && i.at <= answered-budget/lastMoment {
			last = i
		}
	}
	return last
}

// calibrate returns the depth to which a position is to be searched, from an engine's reply
// and the iterations before it, or else why the position is left out.
func calibrate(reply *player.Reply, list iterations, budget time.Duration) (depth int, out string) {
	last := list.last(reply.Elapsed, budget)
	switch {
	case reply.Problem != "":
		return 0, reply.Problem
	case reply.Infos == 0:
		return 0, "the engine reports nothing about its search"
	case reply.Info.Score.IsDecisive():
		return 0, "a mate is seen"
	case reply.Elapsed < budget/2:
		return 0, "the search ends by itself"
	case last.at < budget/shortMoment:
		return 0, fmt.Sprintf("depth %d is reached at once, and the next one not at all", last.depth)
	}
	return last.depth, ""
}

// forced says why a position needs no thinking; empty if it does.
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
