package games

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// chessCheckers returns the squares that give check in a position of chess.
func chessCheckers(position core.Position) (squares []string) {
	p, ok := position.(*chess.Position)
	for sq := range core.Square(64) {
		if ok && p.Checkers()>>sq&1 != 0 {
			squares = append(squares, chess.SquareName(sq))
		}
	}
	return squares
}

// shogiCheckers is chessCheckers for shogi.
func shogiCheckers(position core.Position) (squares []string) {
	p, ok := position.(*shogi.Position)
	for sq := range core.Square(81) {
		if ok && p.Checkers().Has(sq) {
			squares = append(squares, shogi.SquareName(sq))
		}
	}
	return squares
}
