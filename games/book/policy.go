package book

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/plural"
)

// Policy says which move of a book to play. The zero value plays the best move: by score
// if the book scores every move of the position, else by weight.
type Policy struct {
	MaxPly     int // play nothing from this ply of a game on; 0: no limit (BookMoves)
	IgnoreRate int // percent of the choices that play nothing (BookIgnoreRate)
	MinShare   int // percent of the weight of all moves that a move needs (10: NarrowBook)

	// Variety, 0 to 100, is for moves without scores: a move is a choice if its weight is
	// at least 100-Variety percent of the largest weight.
	Variety int

	// These are for moves with scores, by the side to move.
	MinDepth [2]int        // play nothing if the best move has a smaller depth (BookDepthLimit)
	MaxLoss  [2]core.Score // how much worse than the best a choice may be (BookEvalDiff)
	MinScore [2]core.Score // the least score of a choice; see Limited (BookEvalBlackLimit, BookEvalWhiteLimit)
	Limited  bool          // MinScore is in force

	// ByWeight prefers choices in proportion to their weights (ConsiderBookMoveCount);
	// otherwise they are equally likely.
	ByWeight bool
}

// ErrNoMove says that a policy means to play no move: the book has none, or is not used.
var ErrNoMove = errors.New("no move of the book")

// LeftOutError says why a policy plays none of the moves that a book has for a position.
type LeftOutError struct{ Why string }

func (e *LeftOutError) Error() string { return "all its moves are left out: " + e.Why }

// Choose picks one of the moves that a book has for p, which must be legal. If it picks
// none, the error is ErrNoMove or a LeftOutError. It never picks moves with weight 0, or
// moves that repeat a position: whether to repeat is for the search to say. Equal sources
// of random numbers make equal choices.
func (c Policy) Choose(p core.Position, moves []Move, random rand.Source) (Move, error) {
	if c.MaxPly > 0 && p.Plies() >= c.MaxPly {
		return Move{}, ErrNoMove
	}
	if c.IgnoreRate > 0 && below(random, 100) < int64(c.IgnoreRate) {
		return Move{}, ErrNoMove
	}
	choices, err := c.Choices(p.Side(), moves)
	if err != nil {
		return Move{}, err
	}
	choices = slices.DeleteFunc(choices, func(m Move) bool { return repeats(p, m.Move) })
	switch {
	case len(choices) == 0:
		return Move{}, &LeftOutError{"they repeat a position or end the game"}
	case !c.ByWeight:
		return choices[below(random, int64(len(choices)))], nil
	}
	n := below(random, totalWeight(choices))
	for _, m := range choices {
		if n -= int64(m.Weight); n < 0 {
			return m, nil
		}
	}
	return choices[0], nil
}

// repeats reports whether m repeats a position of the game, or ends the game by other rules,
// and does not win.
func repeats(p core.Position, m core.Move) bool {
	p.Do(m, nil)
	defer p.Undo()
	score, decided := p.Outcome(core.MaxPly)
	return decided && score >= core.Draw // for the opponent
}

// Choices returns the moves among which Choose picks for a side, the best first. Without
// any move there is an error, which may be a LeftOutError.
func (c Policy) Choices(side core.Color, moves []Move) ([]Move, error) {
	if len(moves) == 0 {
		return nil, ErrNoMove
	}
	choices := slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return m.Weight <= 0 })
	if len(choices) == 0 {
		return nil, &LeftOutError{"their weights are 0"}
	}
	if c.MinShare > 0 {
		total := totalWeight(choices)
		choices = slices.DeleteFunc(choices, func(m Move) bool { return int64(m.Weight)*100 < int64(c.MinShare)*total })
		if len(choices) == 0 {
			return nil, &LeftOutError{fmt.Sprintf("none has %d %% of the counts (NarrowBook)", c.MinShare)}
		}
	}
	if slices.ContainsFunc(choices, func(m Move) bool { return !m.HasScore() }) {
		slices.SortStableFunc(choices, func(a, b Move) int { return cmp.Compare(b.Weight, a.Weight) })
		least := int64(choices[0].Weight) * int64(100-min(max(c.Variety, 0), 100))
		if c.Variety <= 0 {
			return choices[:1], nil
		}
		return slices.DeleteFunc(choices, func(m Move) bool { return int64(m.Weight)*100 < least }), nil
	}
	slices.SortStableFunc(choices, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Weight, a.Weight))
	})
	best := choices[0]
	if best.Depth < c.MinDepth[side] {
		return nil, &LeftOutError{fmt.Sprintf("the best was searched less than %s deep (BookDepthLimit)", plural.Of(c.MinDepth[side], "ply"))}
	}
	least := best.Score - c.MaxLoss[side]
	if c.Limited && best.Score < c.MinScore[side] {
		name := [2]string{"BookEvalBlackLimit", "BookEvalWhiteLimit"}[side]
		return nil, &LeftOutError{fmt.Sprintf("the best scores less than %d (%s)", c.MinScore[side], name)}
	}
	if c.Limited {
		least = max(least, c.MinScore[side])
	}
	return slices.DeleteFunc(choices, func(m Move) bool { return m.Score < least }), nil
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
