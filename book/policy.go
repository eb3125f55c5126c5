package book

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Policy says which of the moves of a book to play. The zero value plays the best one: by
// score if the book has one for each move of the position, else by weight.
type Policy struct {
	MaxPly     int // from this ply of a game on there is no book; 0: no limit (BookMoves)
	IgnoreRate int // percent of the choices in which there is no book (BookIgnoreRate)
	MinShare   int // percent of the weight of all moves that a move has to have (10: NarrowBook)

	// Variety, 0 to 100, is for moves without scores: one is a choice if its weight is at
	// least 100-Variety percent of the largest.
	Variety int

	// These are for moves with scores, by the side to move.
	MinDepth [2]int        // no book if the best move has a smaller depth (BookDepthLimit)
	MaxLoss  [2]core.Score // how much worse than the best a choice may be (BookEvalDiff)
	MinScore [2]core.Score // the least score of a choice; see Limited (BookEvalBlackLimit, BookEvalWhiteLimit)
	Limited  bool          // MinScore is in force

	// ByWeight prefers choices in proportion to their weights (ConsiderBookMoveCount);
	// otherwise they are equally likely.
	ByWeight bool
}

// DefaultPolicy returns the usual policy for a game: in chess, moves in proportion to their
// weights, as Polyglot plays; in shogi what YaneuraOu's options say unless they are set.
func DefaultPolicy(game string) Policy {
	if game != shogi.Rules.Name {
		return Policy{Variety: 100, ByWeight: true}
	}
	return Policy{
		MaxPly: 16, Variety: 100,
		MinDepth: [2]int{16, 16}, MaxLoss: [2]core.Score{30, 30},
		MinScore: [2]core.Score{0, -140}, Limited: true,
	}
}

// Choose picks one of the moves that a book has for p, or returns false. Moves with
// weight 0 are never picked. Equal sources of random numbers make equal choices.
func (c Policy) Choose(p core.Position, moves []Move, random rand.Source) (Move, bool) {
	if c.MaxPly > 0 && p.Plies() >= c.MaxPly {
		return Move{}, false
	}
	if c.IgnoreRate > 0 && below(random, 100) < int64(c.IgnoreRate) {
		return Move{}, false
	}
	choices := c.Choices(p.Side(), moves)
	switch {
	case len(choices) == 0:
		return Move{}, false
	case !c.ByWeight:
		return choices[below(random, int64(len(choices)))], true
	}
	n := below(random, totalWeight(choices))
	for _, m := range choices {
		if n -= int64(m.Weight); n < 0 {
			return m, true
		}
	}
	return choices[0], true
}

// Choices returns the moves among which Choose picks for a side, the best first.
func (c Policy) Choices(side core.Color, moves []Move) []Move {
	choices := slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return m.Weight <= 0 })
	if c.MinShare > 0 {
		total := totalWeight(choices)
		choices = slices.DeleteFunc(choices, func(m Move) bool { return int64(m.Weight)*100 < int64(c.MinShare)*total })
	}
	if len(choices) == 0 {
		return nil
	}
	if slices.ContainsFunc(choices, func(m Move) bool { return !m.HasScore() }) {
		slices.SortStableFunc(choices, func(a, b Move) int { return cmp.Compare(b.Weight, a.Weight) })
		least := int64(choices[0].Weight) * int64(100-min(max(c.Variety, 0), 100))
		if c.Variety <= 0 {
			return choices[:1]
		}
		return slices.DeleteFunc(choices, func(m Move) bool { return int64(m.Weight)*100 < least })
	}
	slices.SortStableFunc(choices, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Weight, a.Weight))
	})
	best := choices[0]
	if best.Depth < c.MinDepth[side] {
		return nil
	}
	least := best.Score - c.MaxLoss[side]
	if c.Limited {
		least = max(least, c.MinScore[side])
	}
	return slices.DeleteFunc(choices, func(m Move) bool { return m.Score < least })
}

// totalWeight returns the sum of the weights.
func totalWeight(moves []Move) (total int64) {
	for _, m := range moves {
		total += int64(m.Weight)
	}
	return total
}

// below returns a random number from 0 to n-1. The bias is below n/2^64.
func below(random rand.Source, n int64) int64 { return int64(random.Uint64() % uint64(n)) }
