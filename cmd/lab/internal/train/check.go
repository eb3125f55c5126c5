package train

import (
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// checker tells whether packed positions are such as networks can learn from. Positions of games are,
// as games are replayed; a file of values has whatever its writer took for a position.
type checker struct {
	game   string
	in     *nnue.FeatureSet
	mirror *dataset.Mirror
	board  dataset.Board
	pieces []core.Placed
}

func newChecker(g games.Game) *checker {
	return &checker{game: g.Name, in: g.FeatureSets[0], mirror: dataset.MirrorOf(nil)}
}

// check checks all positions of v.
func (c *checker) check(v *dataset.Values) error {
	for i := range v.Positions {
		if err := c.position(&v.Positions[i]); err != nil {
			return fmt.Errorf("values of game %d: position %d is not one of %s: %w", v.Index, i+1, c.game, err)
		}
	}
	return nil
}

// position checks that each piece has an input, and that the position is what packing makes of it.
func (c *checker) position(r *dataset.Packed) error {
	c.board.Unpack(r, c.mirror)
	c.pieces = c.board.Placed(c.pieces[:0])
	for _, p := range c.pieces {
		if c.in.Tables[0][p.Piece&(core.MaxPieces-1)][p.At] == nnue.None {
			return fmt.Errorf("piece %d cannot be at %d", p.Piece, p.At)
		}
	}
	again, err := dataset.Pack(c.pieces, c.in.King, r.Side(), r.Phase(), r.Label())
	switch {
	case err != nil:
		return err
	case again != *r:
		return errors.New("it is not packed as positions are")
	case r.Phase() >= c.in.Phases:
		return fmt.Errorf("phase %d is not below %d", r.Phase(), c.in.Phases)
	}
	return nil
}

// parse returns the position that was packed, as far as it is known.
func parse(g games.Game, r *dataset.Packed) (core.Position, error) {
	text, err := r.Text(g.Rules)
	if err != nil {
		return nil, err
	}
	return g.Parse(text, core.Settings{})
}
