package opening

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Name is what an opening is called.
type Name struct {
	Term
	Code   string // ECO; "" in shogi
	Family Term   // the same for all variations
	// Of First and Second in shogi: the castle, "" without one; what they did with rooks and other pieces, the
	// most telling last; and moves that have a name.
	Castles             [2]Term
	Strategies, Tactics [2][]Term
	// Known is the number of moves of the game up to the last position that the table or a
	// book has: the next move left them. The table knows nothing of games with another
	// start position.
	Known int
}

// chessPlies are far beyond the longest line of the table of chess.
const chessPlies = 40

// Book reports whether a book has a move in a position. It does not change the
// position.
type Book func(p core.Position, m core.Move) bool

// NameOf returns the name of the opening of a game: moves that were played from start,
// which does not change. In chess the name belongs to the last named position of the table
// that the game reached; in shogi it follows from where the pieces of both sides stand, or is
// the name of the handicap. An opening without a name has the English name "". Books make more moves known.
func NameOf(start core.Position, moves []core.Move, books ...Book) Name {
	p := start.Copy()
	game := p.GameInfo().Name
	paths := Of(game)
	var n Name
	if paths == nil {
		return n
	}
	var look *strategist
	if q, ok := p.(*shogi.Position); ok {
		look = newStrategist(q)
	}
	_, on := paths.known(p)
	on = on && p.Plies() == 0
	for i, m := range moves {
		if look == nil && i >= chessPlies {
			break
		}
		if m = p.ValidateMove(m.ID()); m == core.NoMove {
			break // a passed turn, or not a move of this game
		}
		for _, has := range books {
			if has != nil && has(p, m) {
				n.Known = i + 1
			}
		}
		p.Do(m, nil)
		if look != nil {
			look.look(m)
		}
		e, known := paths.known(p)
		if known && (on || n.Known > 0) {
			n.Known = i + 1 // a transposition may come back to the table
		}
		if e != nil && look == nil {
			n.Term, n.Code, n.Family = e.Term, e.Code, e.Family
		}
	}
	if look != nil {
		look.name(&n)
	}
	return n
}
