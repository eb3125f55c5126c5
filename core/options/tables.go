package options

import "github.com/nitoryu/nitoryu/core"

// Tables says how a search uses endgame tables.
type Tables struct {
	// Depth is the least depth at which positions with as many pieces as Limit allows are
	// probed. Positions with fewer pieces are always probed.
	Depth   int
	Limit   int  // most pieces, kings included
	NoDraws bool // no draws by counted moves: a win that the count would turn into a draw is a win
}

// Score returns the score of a result, ply plies from the root, where a draw is worth
// draw. A win or a loss that counted moves turn into a draw is a point more or less.
func (t Tables) Score(wdl, ply int, draw core.Score) core.Score {
	drawn := 1
	if t.NoDraws {
		drawn = 0
	}
	switch {
	case wdl > drawn:
		return core.TableWinIn(ply)
	case wdl < -drawn:
		return -core.TableWinIn(ply)
	}
	return draw + core.Score(wdl)
}
