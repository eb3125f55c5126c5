package review

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// StandardOf returns how moves are judged in the game with that name, the zero value for an
// unknown one.
func StandardOf(game string) Standard {
	switch game {
	case chess.Rules.Name:
		return chessStandard
	case shogi.Rules.Name:
		return shogiStandard
	}
	return Standard{}
}

// OwnStandardOf is StandardOf for the scores of our own engine. Near zero they differ less than those
// that the scale of chess is for, and far from it more.
func OwnStandardOf(game string) Standard {
	s := StandardOf(game)
	if game == chess.Rules.Name {
		s.Own = Curve{Size: 337, Bend: 250}
	}
	return s
}

// The scales are those that players know: the curve of Lichess, fitted to games of its members,
// which ends at ten pawns, and that of ShogiHome. So are the names of losses
// (https://lichess.org/page/accuracy).
var (
	chessStandard = Standard{
		Phase: chessPhase, Scale: 271.6, Cap: 1000, Inaccuracy: 5, Mistake: 10, Blunder: 15, Material: 90, Sacrifice: 200,
		At: func(p core.Position, sq core.Square) core.Piece { return p.(*chess.Position).PieceAt(sq) }, Features: chessFeatures,
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
		Phase: shogiPhase, Scale: 600, Inaccuracy: 5, Dubious: 10, Mistake: 20, Blunder: 50, Material: 95, Sacrifice: 130,
		At: func(p core.Position, sq core.Square) core.Piece { return p.(*shogi.Position).PieceAt(sq) }, Features: shogiFeatures,
		Slides: [core.MaxPieceTypes]directions{
			shogi.Bishop: {diagonal: true}, shogi.Horse: {diagonal: true}, shogi.Rook: {straight: true}, shogi.Dragon: {straight: true},
		},
		DropPawn: shogi.Pawn,
		Pieces: [Languages][core.MaxPieceTypes]string{
			English: {
				0: "king", shogi.Pawn: "pawn", shogi.Lance: "lance", shogi.Knight: "knight", shogi.Silver: "silver", shogi.Gold: "gold",
				shogi.Bishop: "bishop", shogi.Rook: "rook", shogi.ProPawn: "promoted pawn", shogi.ProLance: "promoted lance",
				shogi.ProKnight: "promoted knight", shogi.ProSilver: "promoted silver", shogi.Horse: "horse", shogi.Dragon: "dragon",
			},
			Japanese: {
				0: "玉", shogi.Pawn: "歩", shogi.Lance: "香", shogi.Knight: "桂", shogi.Silver: "銀", shogi.Gold: "金",
				shogi.Bishop: "角", shogi.Rook: "飛車", shogi.ProPawn: "と金", shogi.ProLance: "成香", shogi.ProKnight: "成桂",
				shogi.ProSilver: "成銀", shogi.Horse: "馬", shogi.Dragon: "竜",
			},
		},
	}
)
