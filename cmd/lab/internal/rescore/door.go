package rescore

import (
	"context"
	"fmt"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// Engine returns a scorer that asks an engine, with these limits for each position. Its Close
// closes the engine.
func Engine(ctx context.Context, e nitoryu.Searcher, l nitoryu.Limits) Scorer {
	return &engineScorer{ctx: ctx, engine: e, limits: l}
}

// engineScorer follows each game in a position of the kind that engines are asked about.
type engineScorer struct {
	ctx    context.Context
	engine nitoryu.Searcher
	limits nitoryu.Limits
	along  *nitoryu.Position
}

// NewGame implements Scorer.
func (s *engineScorer) NewGame(p core.Position) (err error) {
	if s.along, err = inside.FromCore(p); err != nil {
		return err
	}
	return s.engine.NewGame(s.ctx)
}

// Score implements Scorer.
func (s *engineScorer) Score(p core.Position) (core.Score, core.Move, error) {
	found, err := nitoryu.Ask(s.ctx, s.engine, s.along, s.limits)
	if err == nil && len(found.Lines) == 0 {
		err = fmt.Errorf("the engine gives no score in %s", p)
	}
	if err != nil {
		return 0, core.NoMove, err
	}
	best, err := p.ParseMove(string(found.Best))
	if err != nil {
		best = core.NoMove // as if a win is declared
	}
	return core.Score(found.Lines[0].Score), best, nil
}

// Played implements Scorer.
func (s *engineScorer) Played(p core.Position, m core.Move) error {
	return s.along.Play(nitoryu.Move(p.FormatMove(m)))
}

// TakenBack implements Scorer.
func (s *engineScorer) TakenBack() { s.along.Undo() }

// Close implements Scorer.
func (s *engineScorer) Close() error { return s.engine.Close() }
