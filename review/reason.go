package review

import "github.com/nitoryu/nitoryu/core"

// Reason is a fact that says why a move was bad. It stands in a line that the search
// found, and can be checked on the board.
type Reason struct {
	Fact  Fact
	Plies int              // to mate, of AllowsMate and MissesMate
	Kinds []core.PieceType // the pieces concerned
	Paid  []core.PieceType // the pieces given for them, of LosesMaterial and MissesMaterial
	Line  []core.Move      // the line: after the move for what it allows, instead of it for what it misses
}

// Fact is a kind of reason.
type Fact uint8

// The facts.
const (
	AllowsMate     Fact = iota + 1 // the opponent mates
	MissesMate                     // there was a mate
	LosesMaterial                  // the opponent wins Kinds for Paid
	HangsPiece                     // the opponent takes a piece for nothing at once
	AllowsFork                     // one piece attacks all of Kinds at once, and wins one of them
	MissesMaterial                 // there was material to win
	AllowsDraw                     // a won game is drawn by force: repetition, stalemate, too little material
)

// Missed reports whether the line of such a reason begins instead of the bad move; others
// begin after it.
func (f Fact) Missed() bool { return f == MissesMate || f == MissesMaterial }
