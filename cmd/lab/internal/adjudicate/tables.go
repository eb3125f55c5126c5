package adjudicate

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/syzygy"
)

// ByTables returns the result of a position by endgame tables, with the fifty-move rule, and
// false if the tables do not know it. They know a result only right after a capture or a pawn
// move: later, the moves since then may have spoilt a win.
func ByTables(t *syzygy.Tables, position core.Position) (drawn bool, winner core.Color, known bool) {
	p, isChess := position.(*chess.Position)
	if t == nil || !isChess || p.DrawClock() != 0 {
		return false, 0, false
	}
	switch result, ok := t.WDL(p); {
	case !ok:
		return false, 0, false
	case result == syzygy.Win:
		return false, p.Side(), true
	case result == syzygy.Loss:
		return false, p.Side().Other(), true
	}
	return true, 0, true
}
