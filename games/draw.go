package games

import (
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// AcceptedDraw returns with which score at least, of the side to move in p, that side may offer a draw so that our
// engine accepts it. It accepts none while a game of chess has only begun, in the first moves with most men on the
// board, and in shogi there is no such offer.
func AcceptedDraw(p core.Position) (least core.Score, ok bool) {
	const generous, openingPlies, openingMen = 20, 20, 20
	if p.GameInfo().Name != chess.Rules.Name || p.Plies() < openingPlies && men(p) >= openingMen {
		return 0, false
	}
	return -generous, true
}

// men counts the pieces on the board.
func men(p core.Position) (n int) {
	board, _, _ := strings.Cut(p.String(), " ")
	for _, r := range board {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
