package deepen

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// Search is what a search says of a position. It is a line of a journal.
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

// Apply adds a search to a tree. It fails if the position or a move makes no sense; the
// tree may then have some of the moves.
func (s *Search) Apply(t *book.Tree, rules core.Rules, settings core.Settings) error {
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
func (r *run) think(ctx context.Context, with player.Player, position string) (*Search, error) {
	p, err := r.Rules.Parse(position, r.Settings)
	if err != nil {
		return nil, err
	}
	if err := with.NewGame(ctx); err != nil {
		return nil, err
	}
	limits := r.Limits
	if limits.Draw = r.Draw; p.Side() == core.Second {
		limits.Draw = -r.Draw
	}
	// The last lines of a search are exact; those of an iteration that was cut off may not be.
	lines := make([]player.Info, max(1, limits.MultiPV))
	reply, err := with.Think(ctx, player.Request{Start: position, Position: p, Limits: limits, Info: func(i player.Info) {
		if i.Bound == core.Exact && len(i.PV) > 0 && i.MultiPV <= len(lines) {
			lines[i.MultiPV-1] = i
		}
	}})
	if err != nil {
		return nil, err
	}
	s := &Search{Position: position, Nodes: reply.Info.Nodes}
	for _, line := range lines {
		if len(line.PV) == 0 || slices.ContainsFunc(s.Moves, func(m Move) bool { return m.Move == line.PV[0] }) {
			continue
		}
		s.Moves = append(s.Moves, Move{line.PV[0], line.Score, line.Depth})
	}
	if len(s.Moves) == 0 && reply.Move != core.NoMove {
		return nil, errors.New(with.Name() + " gives no score in " + position)
	}
	return s, nil
}
