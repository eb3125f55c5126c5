package review

import (
	"context"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// Line is one line of thought about a position.
type Line struct {
	Score core.Score  // for the side to move
	Depth int         // plies of the iteration
	Moves []core.Move // from the position on; legal, at least one
}

// Thought is what an engine thinks of a position.
type Thought struct {
	Lines   []Line // the best first; none if the game is over there
	Nodes   uint64
	Elapsed time.Duration
}

// Best returns the best move, or NoMove.
func (t *Thought) Best() core.Move {
	if len(t.Lines) == 0 {
		return core.NoMove
	}
	return t.Lines[0].Moves[0]
}

// Thinker thinks about a position, whose game so far is its history. It may use what
// it remembers of positions that it thought about before. The error ends the review.
type Thinker func(ctx context.Context, p core.Position) (Thought, error)

// Positions returns how many positions of a game are thought about: those before each
// move of the main line, and the last one unless the game is over there by the rules.
func Positions(g *record.Game) (int, error) {
	n := 0
	err := each(g, func(int, core.Position) { n++ })
	return n, err
}

// Think lets a thinker think about positions begin to end-1 of the main line, the last
// one first, so that what it learns there helps with those before. keep gets each thought
// as it comes, with the number of its position; its first error ends the review, as that
// of the thinker does. Positions that known tells of are left out.
func Think(ctx context.Context, g *record.Game, begin, end int, think Thinker, known func(position int) bool, keep func(position int, t Thought) error) error {
	type task struct {
		number int
		p      core.Position
	}
	var tasks []task
	err := each(g, func(i int, p core.Position) {
		if i >= begin && i < end && (known == nil || !known(i)) {
			tasks = append(tasks, task{i, p.Clone()})
		}
	})
	if err != nil {
		return err
	}
	for i := len(tasks) - 1; i >= 0; i-- {
		t, err := think(ctx, tasks[i].p)
		if err != nil {
			return err
		}
		if err := keep(tasks[i].number, t); err != nil {
			return err
		}
	}
	return nil
}

// each calls visit with every position of the main line in which a move is to be made.
func each(g *record.Game, visit func(i int, p core.Position)) error {
	p, err := g.Position()
	if err != nil {
		return err
	}
	i := 0
	err = g.Replay(func(before core.Position, _ *record.Node) bool {
		visit(i, before)
		p = before // Replay plays on it
		i++
		return true
	})
	if err == nil && !p.Verdict().Over() {
		visit(i, p)
	}
	return err
}
