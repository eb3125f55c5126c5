package shogi

import "github.com/nitoryu/nitoryu/core"

// The piece kinds. The first seven can be held in hand.
const (
	Pawn core.PieceType = iota + 1
	Lance
	Knight
	Silver
	Gold
	Bishop
	Rook
	King
	ProPawn
	ProLance
	ProKnight
	ProSilver
	Horse
	Dragon
)

var (
	// promoted holds what each kind promotes to, 0 if it does not.
	promoted = [core.MaxPieceTypes]core.PieceType{
		Pawn: ProPawn, Lance: ProLance, Knight: ProKnight, Silver: ProSilver, Bishop: Horse, Rook: Dragon,
	}
	// base holds the kind that each captured kind becomes in hand.
	base = [core.MaxPieceTypes]core.PieceType{
		Pawn: Pawn, Lance: Lance, Knight: Knight, Silver: Silver, Gold: Gold, Bishop: Bishop, Rook: Rook, King: King,
		ProPawn: Pawn, ProLance: Lance, ProKnight: Knight, ProSilver: Silver, Horse: Bishop, Dragon: Rook,
	}
	// owned is the number of pieces of each base kind in a full set.
	owned = [core.MaxPieceTypes]int{Pawn: 18, Lance: 4, Knight: 4, Silver: 4, Gold: 4, Bishop: 2, Rook: 2, King: 2}
)

// Promoted returns what kind k promotes to, 0 if it does not promote.
func Promoted(k core.PieceType) core.PieceType { return promoted[k&15] }

// Base returns the kind that k becomes when it is captured.
func Base(k core.PieceType) core.PieceType { return base[k&15] }

// Squares run down the files from 1a = 0 over 1i = 8 to 9i = 80; 80-sq is the
// square seen from the other side. noSquare is no square of the board.
const noSquare core.Square = 127

// kindLetters are the letters of the base kinds, as for a piece of Second.
const kindLetters = ".plnsgbrk"

func fileOf(sq core.Square) core.Square { return sq / 9 }
func rankOf(sq core.Square) core.Square { return sq % 9 }

// rankFor returns the rank of sq as colour c sees it: 0 is the last one.
func rankFor(c core.Color, sq core.Square) core.Square {
	if c == core.First {
		return rankOf(sq)
	}
	return 8 - rankOf(sq)
}

// SquareName returns the name of sq, 1a to 9i.
func SquareName(sq core.Square) string {
	return string([]byte{'1' + byte(fileOf(sq)), 'a' + byte(rankOf(sq))})
}

// ParseSquare reads the name of a square; false: there is no such one.
func ParseSquare(text string) (core.Square, bool) {
	if len(text) != 2 || text[0] < '1' || text[0] > '9' || text[1] < 'a' || text[1] > 'i' {
		return noSquare, false
	}
	return core.Square(text[0]-'1')*9 + core.Square(text[1]-'a'), true
}

// PieceName returns the SFEN text of a piece: P, p, +P, +p, ...
func PieceName(p core.Piece) string {
	letter := kindLetters[base[p.Type()]]
	if p.Color() == core.First {
		letter -= 'a' - 'A'
	}
	if base[p.Type()] != p.Type() {
		return string([]byte{'+', letter})
	}
	return string(letter)
}

// parsePiece reads the letter of an unpromoted piece; 0 is no piece.
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
