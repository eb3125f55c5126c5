package games

import (
	"math/bits"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Engine is the name of our engine, which stands before its version.
const Engine = "Nitoryu"

// Scores become chances by curves that players know: Lichess's, fitted to games of its members
// (https://lichess.org/page/accuracy), and ShogiHome's. How many games are drawn was fitted by
// maximum likelihood (lab data chances) to 246,656 positions of 2,600 games of chess 12 and 211,000
// positions of 1,789 games of shogi 5 at 2,000 nodes a move, phase by phase.
const chessScale, shogiScale = 271.6, 600

// chessChances are by the material on the board. Our scores are larger than those that the scale is for, the more the
// farther they are from zero.
var chessChances = core.Chances{
	Phase: material,
	Curve: core.Curve{Size: 410, Bend: 460},
	Rows: []core.ChancesRow{
		{Phase: dead, Scale: 1e9, Draws: 1},     // whatever a score says, unless it is a mate
		{Phase: decided, Scale: 60, Draws: 0.5}, // a player who is ahead mates
		{Phase: decided + 1, Scale: chessScale, Draws: 0.99},
		{Phase: 6, Scale: chessScale, Draws: 0.99},
		{Phase: 11, Scale: chessScale, Draws: 0.97},
		{Phase: 14, Scale: chessScale, Draws: 0.89},
		{Phase: 18, Scale: chessScale, Draws: 0.89},
		{Phase: 21, Scale: chessScale, Draws: 0.89},
		{Phase: 27, Scale: chessScale, Draws: 0.79},
		{Phase: 34, Scale: chessScale, Draws: 0.68},
		{Phase: 43, Scale: chessScale, Draws: 0.61},
		{Phase: 54, Scale: chessScale, Draws: 0.51},
		{Phase: 63, Scale: chessScale, Draws: 0.45},
		{Phase: 70, Scale: chessScale, Draws: 0.41},
		{Phase: 76, Scale: chessScale, Draws: 0.4},
	},
}

// shogiChances are by the pieces that changed hands or were promoted. Draws are rare
// except in very long games.
var shogiChances = core.Chances{
	Phase: upheaval,
	Rows: []core.ChancesRow{
		{Phase: 0, Scale: shogiScale, Draws: 0.012},
		{Phase: 4, Scale: shogiScale, Draws: 0.01},
		{Phase: 10, Scale: shogiScale, Draws: 0.004},
		{Phase: 26, Scale: shogiScale, Draws: 0.004},
		{Phase: 30, Scale: shogiScale, Draws: 0.012},
		{Phase: 35, Scale: shogiScale, Draws: 0.02},
		{Phase: 43, Scale: shogiScale, Draws: 0.106},
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

// ChancesFor returns the chances of a game by the scores of an engine with that name. Those of others are
// hundredths of a pawn.
func ChancesFor(engine, game string) *core.Chances {
	own := ChancesOf(game)
	if strings.HasPrefix(engine+" ", Engine+" ") {
		return own
	}
	others := *own
	others.Curve = core.Curve{}
	return &others
}

// dead is the phase of pieces with which nobody mates who is not helped.
const dead = -2

// decided is the phase of a bare king against pieces that can mate it.
const decided = -1

// material is the phase of chess: the usual values of all pieces, 78 at the start, or decided or dead.
func material(position core.Position) int {
	p, ok := position.(*chess.Position)
	if !ok {
		return 0
	}
	var of [2]int
	for c := range of {
		for k, worth := range map[core.PieceType]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9} {
			of[c] += worth * bits.OnesCount64(p.Pieces(core.Color(c), k))
		}
	}
	for c := range of {
		if side := core.Color(c); of[side.Other()] == 0 && mates(p, side) {
			return decided
		}
	}
	if drawn(p, of) {
		return dead
	}
	return of[core.First] + of[core.Second]
}

// drawn reports whether nobody wins by force with the pieces that are left, which are worth so much: one minor
// piece each at most, or two knights against a bare king.
func drawn(p *chess.Position, of [2]int) bool {
	const minor = 3
	for c := range of {
		side := core.Color(c)
		if p.Pieces(side, chess.Pawn)|p.Pieces(side, chess.Rook)|p.Pieces(side, chess.Queen) != 0 {
			return false
		}
	}
	knights := 2*minor == of[0]+of[1] && p.Pieces(core.First, chess.Bishop)|p.Pieces(core.Second, chess.Bishop) == 0
	return max(of[0], of[1]) <= minor || knights
}

// mates reports whether a side has pieces that mate a bare king, pawns aside.
func mates(p *chess.Position, c core.Color) bool {
	bishops := bits.OnesCount64(p.Pieces(c, chess.Bishop))
	return p.Pieces(c, chess.Queen)|p.Pieces(c, chess.Rook) != 0 || bishops > 1 || bishops > 0 && p.Pieces(c, chess.Knight) != 0
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
