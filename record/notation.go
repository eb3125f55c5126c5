package record

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Notation writes a legal move or a null move of p, which is unchanged when it returns. previous is
// the move that led to p, or NoMove: Japanese says that a move goes to the same square.
type Notation func(p core.Position, m, previous core.Move) string

// Protocol is the notation of UCI and USI.
func Protocol(p core.Position, m, _ core.Move) string { return p.FormatMove(m) }

// People returns the notation for people: SAN in chess; Japanese in shogi, or Western where
// nobody reads Japanese.
func People(japanese bool) Notation {
	return func(p core.Position, m, previous core.Move) string {
		switch {
		case isChess(p):
			return SAN(p, m)
		case japanese:
			return Japanese(p, m, previous, Triangles)
		}
		return Western(p, m)
	}
}

// Line writes moves that are played one after the other from p, up to the first illegal one. p is
// unchanged when it returns.
func (write Notation) Line(p core.Position, moves []core.Move) (texts []string) {
	previous := core.NoMove
	for _, m := range moves {
		if m = inFull(p, m); m == core.NoMove {
			break
		}
		texts = append(texts, write(p, m, previous))
		do(p, m)
		previous = m
	}
	for _, m := range slices.Backward(moves[:len(texts)]) {
		TakeBack(p, m)
	}
	return texts
}
