package board

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// figures are the chess pieces by kind: the outlines of White, and the solid ones of Black.
// Some fonts show the solid pawn as a coloured picture, unless U+FE0E asks for text.
var figures = [2][core.MaxPieceTypes]string{
	{chess.Pawn: "♙\ufe0e", chess.Knight: "♘", chess.Bishop: "♗", chess.Rook: "♖", chess.Queen: "♕", chess.King: "♔"},
	{chess.Pawn: "♟\ufe0e", chess.Knight: "♞", chess.Bishop: "♝", chess.Rook: "♜", chess.Queen: "♛", chess.King: "♚"},
}

// The colours of a chess board on a terminal, out of the 256 that nearly all have. Both
// sides' pieces differ well from all grounds.
const (
	whitePiece  = "1;38;5;231"
	blackPiece  = "38;5;16"
	lightSquare = "48;5;180"
	darkSquare  = "48;5;137"
	markedLight = "48;5;150"
	markedDark  = "48;5;107"
)

// chess draws a board of ten lines at most: eight ranks, and the files below.
func (l Look) chess(p *chess.Position) (lines []string) {
	files := l.order(8, false)
	for _, rank := range l.order(8, true) {
		var b strings.Builder
		fmt.Fprintf(&b, "%d ", rank+1)
		for _, file := range files {
			b.WriteString(l.chessSquare(p, file, rank))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	labels := "  "
	for _, file := range files {
		labels += fmt.Sprintf(" %c", 'a'+file)
		if l.Style {
			labels += " "
		}
	}
	return append(lines, strings.TrimRight(labels, " "))
}

// chessSquare draws a square: two columns, or three with a ground in colour.
func (l Look) chessSquare(p *chess.Position, file, rank int) string {
	sq := core.Square(8*rank + file)
	piece := p.PieceAt(sq)
	text := "."
	if l.Style {
		text = " "
	}
	if piece != 0 {
		text = chess.PieceName(piece)
		if l.Symbols {
			side := piece.Color()
			if l.Style { // the colour tells the sides apart, and outlines look thin in it
				side = core.Second
			}
			text = figures[side][piece.Type()]
		}
	}
	if !l.Style {
		return " " + text
	}
	ground := lightSquare
	switch dark := (file+rank)%2 == 0; {
	case dark && l.marks(sq):
		ground = markedDark
	case dark:
		ground = darkSquare
	case l.marks(sq):
		ground = markedLight
	}
	letters := whitePiece
	if piece != 0 && piece.Color() == core.Second {
		letters = blackPiece
	}
	return l.Style.Paint(letters+";"+ground, " "+text+" ")
}
