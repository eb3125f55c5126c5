package deepen

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// Search is what a search says about a position. It is a line of a journal.
type Search struct {
	Position string `json:"position"` // FEN or SFEN
	// Known is how many searches were known when the position was chosen.
	Known int    `json:"known"`
	Nodes uint64 `json:"nodes"`
	Moves []Move `json:"moves"` // the best first; none: the side to move has won, or has no move
}

// Move is a move with its score.
type Move struct {
	Move  string     `json:"move"` // in protocol notation
	Score core.Score `json:"score"`
	Depth int        `json:"depth"`
}

// apply adds a search to a tree. It fails if the position or a move makes no sense; the
// tree may then have some of the moves.
func (s *Search) apply(t *book.Tree, rules core.Rules, settings core.Settings) error {
	p, err := rules.Parse(s.Position, settings)
	if err != nil {
		return err
	}
	if s.Known < 0 {
		return fmt.Errorf("%d known searches are too few", s.Known)
	}
	for _, m := range s.Moves {
		move, err := p.ParseMove(m.Move)
		if err == nil {
			err = t.Score(p, move, m.Score, m.Depth)
		}
		if err != nil {
			return err
		}
	}
	return t.Searched(p)
}

// think searches a position.
func (r *run) think(ctx context.Context, with nitoryu.Searcher, position string) (*Search, error) {
	p, err := r.Rules.Parse(position, r.Settings)
	if err != nil {
		return nil, err
	}
	from, err := inside.FromCore(p)
	if err != nil {
		return nil, err
	}
	if err := with.NewGame(ctx); err != nil {
		return nil, err
	}
	limits := r.Limits
	limits.Draw = nitoryu.Score(r.Draw).For(from.Side(), nitoryu.First)
	found, err := nitoryu.Ask(ctx, with, from, limits)
	if err != nil {
		return nil, err
	}
	s := &Search{Position: position}
	for _, line := range found.Lines {
		if line.Rank == 1 {
			s.Nodes = line.Nodes
		}
		// Lines of an iteration that was cut off may not be exact.
		if line.Bound != nitoryu.Exact || len(line.Moves) == 0 || slices.ContainsFunc(s.Moves, func(m Move) bool { return m.Move == string(line.Moves[0]) }) {
			continue
		}
		s.Moves = append(s.Moves, Move{string(line.Moves[0]), core.Score(line.Score), line.Depth})
	}
	if len(s.Moves) == 0 && found.Best != nitoryu.NoMove {
		return nil, errors.New("the engine gives no score in " + position)
	}
	return s, nil
}
