package shogi

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// FormatMove implements [core.Position]: 7g7f, 8h2b+, P*5e, as USI writes them,
// "resign" for no move and "0000" for a null move.
func (p *Position) FormatMove(m core.Move) string {
	switch {
	case m == core.NoMove:
		return "resign"
	case m == core.NullMove:
		return "0000"
	case m.IsDrop():
		return dropTexts[4*(int(m.PieceType())*128+int(m.To())):][:4]
	}
	length := 4
	if m.IsPromotion() {
		length = 5
	}
	return moveTexts[5*(int(m.From())*128+int(m.To())):][:length]
}

// moveTexts has all moves of a piece in USI, with the sign of promotion, and dropTexts all drops:
// moves are written without allocating. Whatever bits a move has, it has a text.
var moveTexts, dropTexts = func() (string, string) {
	var moves, drops strings.Builder
	for from := range core.Square(128) {
		for to := range core.Square(128) {
			moves.WriteString(SquareName(from) + SquareName(to) + "+")
		}
	}
	for kind := range core.PieceType(core.MaxPieceTypes) {
		for to := range core.Square(128) {
			drops.WriteString(PieceName(core.NewPiece(core.First, kind)) + "*" + SquareName(to))
		}
	}
	return moves.String(), drops.String()
}()

// ParseMove implements [core.Position]. Besides USI it takes a small letter in a
// drop and a trailing "=" for a move that does not promote.
func (p *Position) ParseMove(text string) (core.Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
	}
	to, valid := ParseSquare(text[2:4])
	if !valid {
		return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
	}
	if text[1] == '*' {
		piece := parsePiece(text[0])
		if piece == 0 || len(text) != 4 {
			return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
		}
		if fault := p.dropFault(piece.Type(), to); fault != "" {
			return core.NoMove, fmt.Errorf("%s is not legal: %s", text, fault)
		}
		return core.NewDrop(piece.Type(), to), nil
	}
	from, valid := ParseSquare(text[:2])
	promotion := len(text) == 5 && text[4] == '+'
	if !valid || len(text) == 5 && !promotion && text[4] != '=' {
		return core.NoMove, fmt.Errorf("%s is no move", excerpt.Quote(text))
	}
	if fault := p.moveFault(from, to, promotion); fault != "" {
		return core.NoMove, fmt.Errorf("%s is not legal: %s", text, fault)
	}
	return p.compose(from, to, promotion), nil
}

// Diagram implements [core.Position]: the board as Black sees it, Black's pieces
// as capitals, and both hands.
func (p *Position) Diagram() string {
	var out strings.Builder
	hand := func(c core.Color) {
		fmt.Fprintf(&out, "%s in hand:", [2]string{"Black", "White"}[c])
		for _, k := range handOrder {
			if n := p.Hand(c, k); n > 0 {
				fmt.Fprintf(&out, " %s%d", PieceName(core.NewPiece(c, k)), n)
			}
		}
		out.WriteByte('\n')
	}
	hand(core.Second)
	out.WriteString("  9  8  7  6  5  4  3  2  1\n")
	for rank := range 9 {
		for file := 8; file >= 0; file-- {
			name := "."
			if piece := p.PieceAt(core.Square(9*file + rank)); piece != 0 {
				name = PieceName(piece)
			}
			fmt.Fprintf(&out, "%3s", name)
		}
		fmt.Fprintf(&out, "  %c\n", 'a'+rank)
	}
	hand(core.First)
	fmt.Fprintf(&out, "%s to move, move %d\n", [2]string{"Black", "White"}[p.side], p.Plies()+1)
	return out.String()
}
