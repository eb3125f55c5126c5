package games

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The chances of both games were fitted by maximum likelihood to 400,000 positions each
// of games of the hand-crafted evaluation at 1,000 nodes a move, phase by phase. Games
// that are played better have other chances: fit them again to games of a new network.

// chessChances are by the material on the board.
var chessChances = core.Chances{
	Phase: material,
	Rows: []core.ChancesRow{
		{Phase: 5, Even: 419, Spread: 155},
		{Phase: 10, Even: 227, Spread: 84},
		{Phase: 17, Even: 174, Spread: 92},
		{Phase: 24, Even: 129, Spread: 102},
		{Phase: 31, Even: 112, Spread: 108},
		{Phase: 38, Even: 100, Spread: 112},
		{Phase: 45, Even: 100, Spread: 126},
		{Phase: 52, Even: 90, Spread: 136},
		{Phase: 59, Even: 77, Spread: 129},
		{Phase: 66, Even: 74, Spread: 134},
		{Phase: 73, Even: 66, Spread: 130},
		{Phase: 78, Even: 59, Spread: 125},
	},
}

// shogiChances are by what changed hands and was promoted. Draws are rare but in very
// long games.
var shogiChances = core.Chances{
	Phase: upheaval,
	Rows: []core.ChancesRow{
		{Phase: 1, Even: 5, Spread: 229},
		{Phase: 10, Even: 2, Spread: 249},
		{Phase: 21, Even: 3, Spread: 262},
		{Phase: 29, Even: 5, Spread: 283},
		{Phase: 37, Even: 13, Spread: 325},
		{Phase: 45, Even: 36, Spread: 345},
		{Phase: 53, Even: 71, Spread: 345},
		{Phase: 61, Even: 143, Spread: 345},
		{Phase: 69, Even: 500, Spread: 500},
	},
}

// material is the phase of chess: the usual values of all pieces, 78 at the start.
func material(position core.Position) int {
	p, ok := position.(*chess.Position)
	if !ok {
		return 0
	}
	sum := 0
	for sq := range core.Square(64) {
		switch p.PieceAt(sq).Kind() {
		case chess.Pawn:
			sum++
		case chess.Knight, chess.Bishop:
			sum += 3
		case chess.Rook:
			sum += 5
		case chess.Queen:
			sum += 9
		}
	}
	return sum
}

// upheaval is the phase of shogi: 1 for a pawn in hand, 2 for a lance or knight, 3 for
// a silver or gold, 5 for a bishop or rook, and 2 for each promoted piece. It does not
// use the move number, which front ends make up.
func upheaval(position core.Position) int {
	p, ok := position.(*shogi.Position)
	if !ok {
		return 0
	}
	sum := 0
	for _, c := range []core.Color{core.First, core.Second} {
		sum += p.Hand(c, shogi.Pawn) + 2*(p.Hand(c, shogi.Lance)+p.Hand(c, shogi.Knight)) +
			3*(p.Hand(c, shogi.Silver)+p.Hand(c, shogi.Gold)) + 5*(p.Hand(c, shogi.Bishop)+p.Hand(c, shogi.Rook))
	}
	for sq := range core.Square(81) {
		switch p.PieceAt(sq).Kind() {
		case shogi.ProPawn, shogi.ProLance, shogi.ProKnight, shogi.ProSilver, shogi.Horse, shogi.Dragon:
			sum += 2
		}
	}
	return sum
}
