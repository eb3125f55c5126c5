package chess

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// FormatMove implements [core.Position]. Castling is written as king takes rook with
// Settings.Chess960, and wherever the usual notation would be ambiguous.
func (p *Position) FormatMove(m core.Move) string {
	switch m {
	case core.NoMove:
		return "(none)"
	case core.NullMove:
		return "0000"
	}
	from, to := m.From()&63, m.To()&63
	if m.IsPromotion() {
		at := (int(m.Variant())*2+int(rankOf(to)&1))*64 + int(fileOf(from))*8 + int(fileOf(to))
		return promotionTexts[5*at:][:5]
	}
	if m.IsCastling() && !p.chess960 && atHome(from, to) {
		to = kingGoesTo(from, to)
	}
	return moveTexts[4*(int(from)*64+int(to)):][:4]
}

// moveTexts has all moves of a piece in UCI, promotionTexts the moves of a pawn to the first and the
// last rank: moves are written without allocating.
var moveTexts, promotionTexts = func() (string, string) {
	var moves, promotions strings.Builder
	for from := range core.Square(64) {
		for to := range core.Square(64) {
			moves.WriteString(SquareName(from) + SquareName(to))
		}
	}
	for kind := Knight; kind <= Queen; kind++ {
		for _, rank := range [2]core.Square{0, 7} {
			for from := range core.Square(8) {
				for to := range core.Square(8) {
					promotions.WriteString(SquareName((rank^1)<<3|from) + SquareName(rank<<3|to) + string(kindLetters[kind]))
				}
			}
		}
	}
	return moves.String(), promotions.String()
}()

// kingGoesTo returns where a king goes that castles with a rook.
func kingGoesTo(king, rook core.Square) core.Square {
	if rook < king {
		return king&^7 + 2
	}
	return king&^7 + 6
}

// Chess960 reports whether castling is written as king takes rook.
func (p *Position) Chess960() bool { return p.chess960 }

// atHome reports whether king and rook, on the home rank, are on the squares that they have in
// the initial position of chess.
func atHome(king, rook core.Square) bool {
	return fileOf(king) == 4 && (fileOf(rook) == 0 || fileOf(rook) == 7)
}

// ParseMove implements [core.Position]. Castling may be written as the king's move or
// as king takes rook.
func (p *Position) ParseMove(text string) (core.Move, error) {
	fail := func(format string, args ...any) (core.Move, error) {
		return core.NoMove, fmt.Errorf("move %s "+format, append([]any{excerpt.Quote(text)}, args...)...)
	}
	if text == "0000" {
		return fail("passes the turn")
	}
	if len(text) != 4 && len(text) != 5 {
		return fail("does not have 4 or 5 letters")
	}
	from, fromOK := ParseSquare(text[:2])
	to, toOK := ParseSquare(text[2:4])
	if !fromOK || !toOK {
		return fail("does not name two squares")
	}
	id := core.NewMove(from, to, 0, 0)
	promotion := len(text) == 5
	if promotion {
		variant := strings.IndexByte("nbrq", text[4]|0x20)
		if variant < 0 {
			return fail("promotes to %s", excerpt.Quote(text[4:]))
		}
		id |= core.Variant(uint8(variant))
	}

	piece := p.PieceAt(from)
	if piece == 0 {
		return fail("starts from the empty square %s", SquareName(from))
	}
	if piece.Color() != p.side {
		return fail("moves a piece of the opponent")
	}
	m := p.ValidateMove(id.ID())
	if m != core.NoMove && m.IsPromotion() == promotion {
		return m, nil
	}
	if m != core.NoMove {
		if promotion {
			return fail("promotes where nothing promotes")
		}
		return fail("lacks the piece to promote to")
	}
	if piece.Type() == King && !promotion {
		for i := range p.castlings {
			if c := &p.castlings[i]; i/2 == int(p.side) && c.kingTo == to && p.states[p.top].rights>>i&1 != 0 {
				if m := p.ValidateMove(castlingMove(from, c.rookFrom).ID()); m != core.NoMove {
					return m, nil
				}
			}
		}
	}
	if piece.Type() == King && p.PieceAt(to) == core.NewPiece(p.side, Rook) {
		return fail("castles, which is illegal here")
	}
	if p.InCheck() {
		return fail("is illegal, or does not answer the check")
	}
	return fail("is illegal")
}

// Diagram implements [core.Position]: the board as seen by White.
func (p *Position) Diagram() string {
	const edge = "  +---+---+---+---+---+---+---+---+\n"
	var b strings.Builder
	b.WriteString(edge)
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			letter := pieceLetter(p.PieceAt(core.Square(rank<<3 | file)))
			if letter == '.' {
				letter = ' '
			}
			fmt.Fprintf(&b, "| %c ", letter)
		}
		b.WriteString("|\n" + edge)
	}
	b.WriteString("    a   b   c   d   e   f   g   h\n")
	return b.String()
}
