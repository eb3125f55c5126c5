package protocol

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// Books are opening books. All methods are called from the goroutine that reads commands.
type Books interface {
	// Open makes the chosen book the book of the game with that name, unless it is
	// already, and describes it in one line, "" for nothing new. After an error, which
	// comes once, the game has no book.
	Open(game string, c options.Book) (description string, err error)
	// Pick returns a move that the book plays in p, false if it plays none. An error
	// says what is wrong with the book, or why the book plays none of its moves; a
	// move may come with it. The user sees the same error once a game.
	Pick(game string, c options.Book, p core.Position) (m options.BookMove, ok bool, err error)
}

// book returns the book options of the current game, for the caller to change.
func (s *Session) book() *options.Book {
	name := s.mode.Rules.Name
	if s.choices[name] == nil {
		s.choices[name] = &options.Book{}
	}
	return s.choices[name]
}

// openBook opens the chosen book, and closes the previous one. It costs nothing if that
// is already done.
func (s *Session) openBook() {
	if s.books == nil {
		return
	}
	description, err := s.books.Open(s.mode.Rules.Name, *s.book())
	switch {
	case err != nil:
		s.out.print(fail("playing without a book: " + err.Error()))
	case description != "":
		s.out.print(note("book " + description))
	}
}

// playBook answers a go from the book, and reports whether it did. The book is for games:
// not for analyses, pondering and mates, and not where the front end names the moves.
func (s *Session) playBook(l core.Limits) bool {
	choice := s.book()
	if s.books == nil || !choice.On || l.Infinite || l.Ponder || l.Analysis || s.wishes.consider || l.Mate > 0 ||
		len(l.RootMoves) > 0 || s.root.Claim() == core.WinningClaim {
		return false
	}
	s.openBook()
	m, ok, err := s.books.Pick(s.mode.Rules.Name, *choice, s.root)
	if err != nil {
		s.tell("book: " + err.Error())
	}
	// A book is a file, and its moves may be anything.
	if ok && s.root.ValidateMove(m.Move.ID()) != m.Move {
		ok = false
	}
	if !ok {
		return false
	}
	r := &reporter{wishes: s.wishes, dialect: s.mode.Dialect, root: s.root}
	if r.showWDL && m.Score != core.NoScore {
		r.chances, r.phase = &s.mode.Chances, s.mode.Chances.PhaseOf(s.root)
	}
	s.out.print(
		note(fmt.Sprintf("book %s, moves %d", m.Book, m.Moves)),
		r.line(core.Info{
			Depth: max(1, m.Depth), SelDepth: max(1, m.Depth), Rank: 1, Lines: 1,
			Score: m.Score, Bound: core.Exact, PV: []core.Move{m.Move, m.Reply},
		}),
		bestMoveLine(s.mode.Dialect, s.root, core.Result{Best: m.Move, Ponder: m.Reply}),
	)
	return true
}
