package board

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
)

// edge is drawn in ASCII: the lines of box drawings are wide in some fonts.
const edge = "+---------------------------+"

// marked is the style of the squares of the last move.
const marked = "7"

// shogi draws a board of three columns a square, with what the sides have in hand above
// and below. Kanji are drawn as in KIF.
func (l Look) shogi(p *shogi.Position) []string {
	far, near := core.Second, core.First
	if l.Flipped {
		far, near = near, far
	}
	files := l.order(9, true)
	labels := " "
	for _, file := range files {
		if l.Symbols {
			name, _ := record.FileAndRank(file)
			labels += " " + name
		} else {
			labels += fmt.Sprintf("%3d", file+1)
		}
	}
	lines := []string{l.hand(p, far), labels, edge}
	for _, rank := range l.order(9, false) {
		var b strings.Builder
		b.WriteByte('|')
		for _, file := range files {
			b.WriteString(l.shogiSquare(p, core.Square(9*file+rank)))
		}
		if _, name := record.FileAndRank(rank); l.Symbols || l.Japanese {
			b.WriteString("|" + name)
		} else {
			fmt.Fprintf(&b, "|%c", 'a'+rank)
		}
		lines = append(lines, b.String())
	}
	return append(lines, edge, l.hand(p, near))
}

func (l Look) shogiSquare(p *shogi.Position, sq core.Square) string {
	piece := p.PieceAt(sq)
	text := "  ."
	switch {
	case piece == 0 && l.Symbols:
		text = " ・"
	case piece != 0 && l.Symbols:
		owner := " "
		if piece.Color() == core.Second {
			owner = "v"
		}
		text = owner + record.BoardPiece(piece.Type())
	case piece != 0:
		text = fmt.Sprintf("%3s", shogi.PieceName(piece))
	}
	if l.marks(sq) {
		return l.Style.Paint(marked, text)
	}
	return text
}

// hand names what a side has in hand.
func (l Look) hand(p *shogi.Position, c core.Color) string {
	if l.Symbols || l.Japanese {
		return l.Sides[c] + "の持駒：" + record.HandText(p, c)
	}
	text := l.Sides[c] + " in hand:"
	for k := shogi.Rook; k >= shogi.Pawn; k-- {
		if n := p.Hand(c, k); n > 0 {
			text += fmt.Sprintf(" %s%d", shogi.PieceName(core.NewPiece(c, k)), n)
		}
	}
	if p.HandSize(c) == 0 {
		text += " nothing"
	}
	return text
}
