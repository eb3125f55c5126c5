package chess

import "github.com/nitoryu/nitoryu/core"

// The piece kinds. Promotion variants of a move count from Knight.
const (
	Pawn core.PieceType = iota + 1
	Knight
	Bishop
	Rook
	Queen
	King
)

// Squares run from a1 = 0 over h1 = 7 to h8 = 63; sq^56 is the square as the other
// side sees it. noSquare is no square of the board.
const noSquare core.Square = 64

// kindLetters are the letters of the kinds, as for a black piece.
const kindLetters = ".pnbrqk"

func fileOf(sq core.Square) core.Square { return sq & 7 }
func rankOf(sq core.Square) core.Square { return sq >> 3 }

// SquareName returns the name of sq, a1 to h8.
func SquareName(sq core.Square) string {
	return string([]byte{'a' + byte(fileOf(sq)), '1' + byte(rankOf(sq)&7)})
}

// ParseSquare reads the name of a square; false: there is no such one.
func ParseSquare(text string) (core.Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return noSquare, false
	}
	return core.Square(text[1]-'1')<<3 | core.Square(text[0]-'a'), true
}

// pieceLetter returns the FEN letter of a piece.
func pieceLetter(p core.Piece) byte {
	letter := kindLetters[p.Type()]
	if p.Color() == core.First && p != 0 {
		letter -= 'a' - 'A'
	}
	return letter
}

// PieceName returns the FEN letter of a piece.
func PieceName(p core.Piece) string { return string(pieceLetter(p)) }

// parsePiece reads a FEN letter; 0 is no piece.
func parsePiece(letter byte) core.Piece {
	for k := Pawn; k <= King; k++ {
		switch letter {
		case kindLetters[k]:
			return core.NewPiece(core.Second, k)
		case kindLetters[k] - ('a' - 'A'):
			return core.NewPiece(core.First, k)
		}
	}
	return 0
}
