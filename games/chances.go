package games

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The chances were fitted by maximum likelihood (lab data chances) to 312,500 positions of
// 2,588 games of chess 3 and 211,000 positions of 1,789 games of shogi 5 at 2,000 nodes a
// move, phase by phase. Games of stronger play have other chances: fit them again to games
// of a new network.

// chessChances are by the material on the board.
var chessChances = core.Chances{
	Phase: material,
	Rows: []core.ChancesRow{
		{Phase: 6, Even: 544, Spread: 113},
		{Phase: 11, Even: 334, Spread: 99},
		{Phase: 14, Even: 247, Spread: 78},
		{Phase: 18, Even: 201, Spread: 81},
		{Phase: 21, Even: 174, Spread: 86},
		{Phase: 27, Even: 153, Spread: 83},
		{Phase: 34, Even: 133, Spread: 93},
		{Phase: 43, Even: 110, Spread: 100},
		{Phase: 54, Even: 93, Spread: 100},
		{Phase: 63, Even: 78, Spread: 107},
		{Phase: 70, Even: 74, Spread: 110},
		{Phase: 76, Even: 68, Spread: 109},
	},
}

// shogiChances are by the pieces that changed hands or were promoted. Draws are rare
// except in very long games.
var shogiChances = core.Chances{
	Phase: upheaval,
	Rows: []core.ChancesRow{
		{Phase: 0, Even: 3, Spread: 121},
		{Phase: 1, Even: 4, Spread: 172},
		{Phase: 4, Even: 4, Spread: 195},
		{Phase: 7, Even: 2, Spread: 206},
		{Phase: 10, Even: 2, Spread: 224},
		{Phase: 13, Even: 1, Spread: 224},
		{Phase: 17, Even: 2, Spread: 231},
		{Phase: 20, Even: 3, Spread: 224},
		{Phase: 23, Even: 2, Spread: 248},
		{Phase: 26, Even: 2, Spread: 266},
		{Phase: 30, Even: 7, Spread: 295},
		{Phase: 35, Even: 13, Spread: 325},
		{Phase: 43, Even: 71, Spread: 333},
	},
}

// ChancesOf returns the chances of a game by its name; of an unknown one every game is drawn.
func ChancesOf(game string) *core.Chances {
	switch game {
	case chess.Rules.Name:
		return &chessChances
	case shogi.Rules.Name:
		return &shogiChances
	}
	return &core.Chances{}
}

// material is the phase of chess: the usual values of all pieces, 78 at the start.
func material(position core.Position) int {
	p, ok := position.(*chess.Position)
	if !ok {
		return 0
	}
	sum := 0
	for sq := range core.Square(64) {
		switch p.PieceAt(sq).Type() {
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
		switch p.PieceAt(sq).Type() {
		case shogi.ProPawn, shogi.ProLance, shogi.ProKnight, shogi.ProSilver, shogi.Horse, shogi.Dragon:
			sum += 2
		}
	}
	return sum
}
