package review

import (
	"context"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/games"
)

// Run reviews a game: s searches its positions, from the last one back, and again, longer, those on which
// verdicts depend; moves of which it is not clear how bad they are are compared with better ones. In
// shogi it looks for mates around the bad moves. The result shares the record of the game:
// [Game.Annotate] writes the findings there.
//
// The error comes from the searcher or the context, or names a move that is not legal. For
// several engines, many games, or a review that is continued after an interruption, see [Plan].
func Run(ctx context.Context, s nitoryu.Searcher, g *nitoryu.Game, o Options) (*Game, error) {
	if o.Standard.Results == nil {
		o.Standard = StandardFor(nameOf(s), string(g.Variant()))
	}
	p, err := NewPlan(g, o)
	if err != nil {
		return nil, err
	}
	for {
		blocks, err := p.Next()
		if err != nil {
			return nil, err
		}
		if len(blocks) == 0 {
			return p.Judge(ctx)
		}
		for _, b := range blocks {
			if err := b.Think(ctx, s); err != nil {
				return nil, err
			}
		}
	}
}

// Engine is the name of our engine, which stands before its version.
const Engine = games.Engine

// nameOf returns the name of a searcher, "" if it tells none.
func nameOf(s nitoryu.Searcher) string {
	if _, own := s.(*nitoryu.Engine); own {
		return Engine
	}
	if named, ok := s.(interface{ Name() string }); ok {
		return named.Name()
	}
	return ""
}
