package review

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
)

// StandardOf is [StandardFor] for scores in hundredths of a pawn.
func StandardOf(game string) Standard { return StandardFor("", game) }

// standardOf returns how moves are judged in the game with that name, without what scores are worth; the
// zero value for an unknown one.
func standardOf(game string) Standard {
	switch game {
	case chess.Rules.Name:
		return chessStandard
	case shogi.Rules.Name:
		return shogiStandard
	}
	return Standard{}
}

// StandardFor returns how moves of a game are judged by the scores of an engine with that name.
func StandardFor(engine, game string) Standard {
	s := standardOf(game)
	s.Results = games.ChancesFor(engine, game)
	s.Theory = func(p core.Position) bool { return opening.Of(game).Knows(p) }
	return s
}

// OwnStandardOf is StandardFor for the scores of our own engine.
func OwnStandardOf(game string) Standard { return StandardFor(games.Engine, game) }

// The names of losses are those that players know from Lichess (https://lichess.org/page/accuracy) and
// ShogiHome.
var (
	chessStandard = Standard{
		Phase: chessPhase, Inaccuracy: 5, Mistake: 10, Blunder: 15, Material: 90, Sacrifice: 200,
		At: func(p core.Position, sq core.Square) core.Piece { return p.(*chess.Position).PieceAt(sq) }, Features: chessFeatures,
		Checks:   func(p core.Position, sq core.Square) bool { return p.(*chess.Position).Checkers()>>sq&1 != 0 },
		Harmless: chess.Pawn, BackRank: true, MayCastle: mayCastle,
		Slides: [core.MaxPieceTypes]directions{chess.Bishop: {diagonal: true}, chess.Rook: {straight: true}, chess.Queen: {true, true}},
		Pieces: [Languages][core.MaxPieceTypes]string{
			English: {
				0: "king", chess.Pawn: "pawn", chess.Knight: "knight", chess.Bishop: "bishop", chess.Rook: "rook", chess.Queen: "queen",
			},
			Japanese: {
				0: "キング", chess.Pawn: "ポーン", chess.Knight: "ナイト", chess.Bishop: "ビショップ", chess.Rook: "ルーク", chess.Queen: "クイーン",
			},
		},
	}
	shogiStandard = Standard{
		Phase: shogiPhase, Inaccuracy: 5, Dubious: 10, Mistake: 20, Blunder: 50, Material: 95, Sacrifice: 130, SacrificeGain: 5,
		At: func(p core.Position, sq core.Square) core.Piece { return p.(*shogi.Position).PieceAt(sq) }, Features: shogiFeatures,
		Checks: func(p core.Position, sq core.Square) bool { return p.(*shogi.Position).Checkers().Has(sq) },
		Slides: [core.MaxPieceTypes]directions{
			shogi.Bishop: {diagonal: true}, shogi.Horse: {diagonal: true}, shogi.Rook: {straight: true}, shogi.Dragon: {straight: true},
		},
		DropPawn: shogi.Pawn, Held: held,
		Pieces: [Languages][core.MaxPieceTypes]string{
			English: {
				0: "king", shogi.Pawn: "pawn", shogi.Lance: "lance", shogi.Knight: "knight", shogi.Silver: "silver", shogi.Gold: "gold",
				shogi.Bishop: "bishop", shogi.Rook: "rook", shogi.ProPawn: "promoted pawn", shogi.ProLance: "promoted lance",
				shogi.ProKnight: "promoted knight", shogi.ProSilver: "promoted silver", shogi.Horse: "horse", shogi.Dragon: "dragon",
			},
			Japanese: {
				0: "玉", shogi.Pawn: "歩", shogi.Lance: "香", shogi.Knight: "桂", shogi.Silver: "銀", shogi.Gold: "金",
				shogi.Bishop: "角", shogi.Rook: "飛車", shogi.ProPawn: "と金", shogi.ProLance: "成香", shogi.ProKnight: "成桂",
				shogi.ProSilver: "成銀", shogi.Horse: "馬", shogi.Dragon: "龍",
			},
		},
	}
)

func mayCastle(p core.Position, c core.Color) bool {
	q := p.(*chess.Position)
	for rooks := q.CastlingRooks(); rooks != 0; rooks &= rooks - 1 {
		if q.PieceAt(core.Square(bits.TrailingZeros64(rooks))).Color() == c {
			return true
		}
	}
	return false
}

// chessFeatures returns what a side has in a position of chess.
func chessFeatures(p core.Position, c core.Color) (f Features) {
	const (
		passed, weakPawn, pair = 2, 0.8, 1
		shield, attacked       = 0.5, 0.5
		moves                  = 1.0 / 6
	)
	q := p.(*chess.Position)
	var pawns, enemies [8]uint8 // ranks of each file, as c sees them
	minors, bishops, unmoved := 0, [2]int{}, 0
	king := q.KingSquare(c)
	rank := func(sq int, of core.Color) int {
		if of == core.First {
			return sq >> 3
		}
		return 7 - sq>>3
	}
	near := 0
	for sq := range 64 {
		piece := q.PieceAt(core.Square(sq))
		own := piece.Color() == c
		switch piece.Type() {
		case chess.Pawn:
			if own {
				pawns[sq&7] |= 1 << rank(sq, c)
				if up := rank(sq, c) - rank(int(king), c); abs(sq&7-int(king)&7) <= 1 && up >= 0 && up <= 2 {
					near++
				}
			} else {
				enemies[sq&7] |= 1 << rank(sq, c)
			}
		case chess.Bishop, chess.Knight:
			if piece.Type() == chess.Bishop {
				bishops[piece.Color()]++
			}
			if own {
				if minors++; rank(sq, c) == 0 {
					unmoved++
				}
			}
		}
	}
	for file, ranks := range pawns {
		if ranks == 0 {
			continue
		}
		beside, ahead := uint8(0), uint8(0)
		for next := max(0, file-1); next <= min(7, file+1); next++ {
			ahead |= enemies[next]
			if next != file {
				beside |= pawns[next]
			}
		}
		foremost := 7
		for ; ranks>>foremost&1 == 0; foremost-- {
		}
		if ahead>>(foremost+1) == 0 && foremost >= advanced {
			f[PassedPawn] += passed
		}
		if beside == 0 || ranks&(ranks-1) != 0 {
			f[Structure] -= weakPawn
		}
	}
	if bishops[c] > 1 && bishops[c.Other()] < 2 {
		f[BishopPair] = pair
	}
	f[Development] = -home * float64(unmoved)
	f[KingShelter] = shield * float64(near)
	turn(p, c, func() {
		f[KingShelter] -= attacked * float64(around(p, king, 8))
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		f[Activity] = moves * float64(legal.N)
	})
	return f
}

// shogiFeatures returns what a side has in a position of shogi.
func shogiFeatures(p core.Position, c core.Color) (f Features) {
	const (
		guard, attacked = 0.8, 0.5
		hand            = 1.0 / 120
		camp            = 1
		moves           = 1.0 / 8
	)
	q := p.(*shogi.Position)
	king := q.KingSquare(c)
	for sq := range 81 {
		piece := q.PieceAt(core.Square(sq))
		if piece.Type() == 0 || piece.Color() != c || piece.Type() == shogi.King {
			continue
		}
		k := piece.Type()
		guards := k == shogi.Gold || k == shogi.Silver || k >= shogi.ProPawn && k <= shogi.ProSilver
		if guards && abs(sq/9-int(king)/9) <= 2 && abs(sq%9-int(king)%9) <= 2 {
			f[KingShelter] += guard
		}
		rank := sq % 9
		if c == core.Second {
			rank = 8 - rank
		}
		if rank < 3 {
			f[Camp] += camp
		}
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		f[Hands] += hand * float64(q.Hand(c, k)) * float64(p.GameInfo().Value[k])
	}
	turn(p, c, func() {
		f[KingShelter] -= attacked * float64(around(p, king, 9))
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		for _, m := range legal.Slice() {
			if !m.IsDrop() {
				f[Activity] += moves
			}
		}
	})
	return f
}

// unpromoted returns the kind that a piece of shogi is in hand.
func unpromoted(k core.PieceType) core.PieceType {
	for hand := shogi.Pawn; hand <= shogi.Rook; hand++ {
		if shogi.Promoted(hand) == k {
			return hand
		}
	}
	return k
}

// held counts the pieces in a hand of shogi.
func held(p core.Position, c core.Color) (n [core.MaxPieceTypes]int) {
	q := p.(*shogi.Position)
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		n[k] = q.Hand(c, k)
	}
	return n
}
