package board

import (
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Look is how boards are drawn. The zero value is letters without colours, from the side
// of core.First.
type Look struct {
	Symbols  bool // chess figures and kanji; else the letters of FEN and SFEN
	Japanese bool // ranks and hands are in kanji in any case
	Flipped  bool // as core.Second sees it
	Style    cli.Style
	Last     core.Move // the move to be marked where there are colours, or core.NoMove
	// Sides are the names in front of what the sides have in hand.
	Sides [2]string
}

// Draw returns the lines of a drawing of p.
func Draw(p core.Position, l Look) []string {
	switch p := p.(type) {
	case *chess.Position:
		return l.chess(p)
	case *shogi.Position:
		return l.shogi(p)
	}
	return strings.Split(strings.TrimSuffix(p.Diagram(), "\n"), "\n")
}

// order returns the numbers 0 to n-1 as they appear from top to bottom or left to right;
// falling says that the first side sees the largest first.
func (l Look) order(n int, falling bool) []int {
	numbers := make([]int, n)
	for i := range n {
		numbers[i] = i
		if falling != l.Flipped {
			numbers[i] = n - 1 - i
		}
	}
	return numbers
}

// marks reports whether a square belongs to the last move. A drop comes from no square.
func (l Look) marks(sq core.Square) bool {
	return l.Last != core.NoMove && (sq == l.Last.To() || sq == l.Last.From())
}
