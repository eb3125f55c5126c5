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

// The scales are those that players know: the curve of Lichess, fitted to games of its members,
// which ends at ten pawns, and that of ShogiHome. So are the names of losses
// (https://lichess.org/page/accuracy).
var (
	chessStandard = Standard{
		Phase: chessPhase, Scale: 271.6, Cap: 1000, Inaccuracy: 5, Mistake: 10, Blunder: 15, Material: 90, Sacrifice: 200,
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
