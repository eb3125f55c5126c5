package api

import (
	"github.com/nitoryu/nitoryu/internal/plural"
	"github.com/nitoryu/nitoryu/internal/schema"
)

// openingRequest asks what the opening of a game is called, and how people go on after Ply
// of its moves.
type openingRequest struct {
	lineRequest
	Ply int `json:"ply"`
}

// opening answers a request for the opening of a game.
func (*API) opening(request []byte) (any, error) {
	r, err := decode[openingRequest](request)
	if err != nil {
		return nil, err
	}
	_, p, err := r.open()
	if err != nil {
		return nil, err
	}
	moves, err := readMoves(p, r.Moves)
	if err != nil {
		return nil, err
	}
	if r.Ply < 0 || r.Ply > len(moves) {
		return nil, faultf("not understood", nil, "the game has %s, so there is no position after %d", plural.Of(len(moves), "move"), r.Ply)
	}
	return schema.OpeningOf(p, moves, r.Ply), nil
}
