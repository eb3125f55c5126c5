package nitoryu

import (
	"iter"
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// squares are a set of squares of either game.
type squares core.Squares

// all yields the squares of the set.
func (s squares) all() iter.Seq[core.Square] {
	return func(yield func(core.Square) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(core.Square(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// names returns the names of the squares, nil for none.
func (s squares) names(board core.Position) (names []Square) {
	for sq := range s.all() {
		names = append(names, squareName(board, sq))
	}
	return names
}

// squareName returns the name of a square.
func squareName(board core.Position, sq core.Square) Square {
	if _, isShogi := board.(*shogi.Position); isShogi {
		return Square(shogi.SquareName(sq))
	}
	return Square(chess.SquareName(sq))
}

// parse returns the square with a name; false: the board has none.
func (s Square) parse(board core.Position) (core.Square, bool) {
	if _, isShogi := board.(*shogi.Position); isShogi {
		return shogi.ParseSquare(string(s))
	}
	return chess.ParseSquare(string(s))
}

// pieceAt returns the piece on a square, "" if there is none.
func pieceAt(board core.Position, sq core.Square) Piece {
	switch p := board.(type) {
	case *chess.Position:
		if piece := p.PieceAt(sq); piece != 0 {
			return Piece(chess.PieceName(piece))
		}
	case *shogi.Position:
		if piece := p.PieceAt(sq); piece != 0 {
			return Piece(shogi.PieceName(piece))
		}
	}
	return ""
}

// Pieces yields the squares that are not empty, with their pieces, as FEN and SFEN have
// them: rank by rank from the side of Second.
func (p *Position) Pieces() iter.Seq2[Square, Piece] {
	return func(yield func(Square, Piece) bool) {
		board := p.at()
		files, square := 8, func(rank, file int) core.Square { return core.Square((7-rank)*8 + file) }
		if _, isShogi := board.(*shogi.Position); isShogi {
			files, square = 9, func(rank, file int) core.Square { return core.Square(9*(8-file) + rank) }
		}
		for i := range files * files {
			sq := square(i/files, i%files)
			if piece := pieceAt(board, sq); piece != "" && !yield(squareName(board, sq), piece) {
				return
			}
		}
	}
}

// At returns the piece on a square, "" if there is none.
func (p *Position) At(s Square) Piece {
	board := p.at()
	if sq, ok := s.parse(board); ok {
		return pieceAt(board, sq)
	}
	return ""
}

// King returns the square of a side's king, "" if it has none, as the attacker in problems of shogi.
func (p *Position) King(s Side) Square {
	board := p.at()
	var king core.Square
	switch p := board.(type) {
	case *chess.Position:
		king = p.KingSquare(core.Color(s & 1))
	case *shogi.Position:
		king = p.KingSquare(core.Color(s & 1))
	}
	if piece := pieceAt(board, king); piece == "" || piece.Kind() != "K" || piece.Side() != s&1 {
		return ""
	}
	return squareName(board, king)
}

// Hand returns how many pieces of each kind a side has in hand. It is empty in chess.
func (p *Position) Hand(s Side) map[Piece]int {
	hand := map[Piece]int{}
	if p, isShogi := p.at().(*shogi.Position); isShogi {
		for kind := shogi.Pawn; kind <= shogi.Rook; kind++ {
			if n := p.Hand(core.Color(s&1), kind); n > 0 {
				hand[Piece(shogi.PieceName(core.NewPiece(core.First, kind)))] = n
			}
		}
	}
	return hand
}

// Checkers returns the squares of the pieces that give check to the side to move.
func (p *Position) Checkers() []Square {
	board := p.at()
	switch p := board.(type) {
	case *chess.Position:
		return squares{p.Checkers()}.names(board)
	case *shogi.Position:
		return squares(p.Checkers().Squares()).names(board)
	}
	return nil
}

// Attackers returns the squares of the pieces of a side that attack a square, whatever stands there:
// those that defend a piece of their own, too, and those that are pinned.
func (p *Position) Attackers(by Side, s Square) []Square {
	board := p.at()
	sq, ok := s.parse(board)
	if !ok {
		return nil
	}
	switch p := board.(type) {
	case *chess.Position:
		return squares{p.Attackers(core.Color(by&1), sq)}.names(board)
	case *shogi.Position:
		return squares(p.Attackers(core.Color(by&1), sq).Squares()).names(board)
	}
	return nil
}

// HalfmoveClock returns the plies since the last capture or move of a pawn, which the fifty-move
// rule of chess counts; 0 in shogi.
func (p *Position) HalfmoveClock() int {
	if p, isChess := p.at().(*chess.Position); isChess {
		return p.HalfmoveClock()
	}
	return 0
}

// CastlingRights reports on which wings a side may still castle, if nothing stands in the way; on
// none in shogi.
func (p *Position) CastlingRights(s Side) (kingside, queenside bool) {
	if p, isChess := p.at().(*chess.Position); isChess {
		color := core.Color(s & 1)
		rooks, king := p.CastlingRooks()&p.OccupiedBy(color), p.KingSquare(color)
		return rooks>>king != 0, rooks<<(63-king) != 0
	}
	return false, false
}

// EnPassant returns the square on which a pawn can be captured en passant, "" if there is none.
func (p *Position) EnPassant() Square {
	board := p.at()
	if p, isChess := board.(*chess.Position); isChess && p.PassantSquare() < 64 {
		return squareName(board, p.PassantSquare())
	}
	return ""
}
