package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// fullScale is the scale of an endgame value that counts in full.
const fullScale = 64

// scale returns how much of an endgame value counts: less where the better side
// lacks the material to win
// (https://www.chessprogramming.org/Endgame#Drawish_Endgames).
func (e *Evaluator) scale(end int32, entry *pawnEntry) int32 {
	strong := core.First
	if end < 0 {
		strong = core.Second
	}
	pawns, bare := popCount(entry.pawns[strong&1]), entry.pawns[strong.Other()&1] == 0
	opposite := e.oppositeBishops()
	if pawns >= 4 && !bare && !opposite {
		return fullScale // as in most positions
	}
	own, other := e.units(strong), e.units(strong.Other())
	switch {
	case pawns == 0 && (own < 5 || own == 6 && e.position.Pieces(strong, chess.Bishop) == 0):
		return 2 // one minor piece or two knights
	case pawns == 0 && own-other <= 3:
		return 14
	case opposite && own == 3 && other == 3:
		return 22 + 4*int32(popCount(entry.passed[strong&1]))
	case opposite:
		return 48
	case bare && other == 0:
		return fullScale + e.cornered(strong.Other())
	}
	return min(fullScale, 40+6*int32(pawns))
}

// oppositeBishops reports whether both sides have one bishop, on squares of
// different colours.
func (e *Evaluator) oppositeBishops() bool {
	a, b := e.position.Pieces(core.First, chess.Bishop), e.position.Pieces(core.Second, chess.Bishop)
	return single(a) && single(b) && (a&lightSquares == 0) != (b&lightSquares == 0)
}

// cornered returns how close a bare king is to the edge and to the other king, which
// has to drive it there.
func (e *Evaluator) cornered(c core.Color) int32 {
	king := e.position.KingSquare(c)
	edge := 6 - edgeDistance(int(king&7)) - edgeDistance(int(king>>3))
	return int32(2*edge + 7 - int(distance[king][e.position.KingSquare(c.Other())]))
}

// units returns the material of a side without its pawns, in pawns.
func (e *Evaluator) units(c core.Color) int {
	p := e.position
	return 3*popCount(p.Pieces(c, chess.Knight)|p.Pieces(c, chess.Bishop)) +
		5*popCount(p.Pieces(c, chess.Rook)) + 9*popCount(p.Pieces(c, chess.Queen))
}

// single reports whether a set has one square.
func single(set uint64) bool { return set != 0 && set&(set-1) == 0 }
