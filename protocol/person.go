package protocol

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// Person writes for a person at a terminal what a protocol tells front ends. It returns
// lines without the end of the last one. It may use root to play moves, and leaves it as
// it was.
type Person interface {
	// Draw returns the board of root, lines ending in a newline.
	Draw(m Mode, root core.Position) string
	// Label returns a text of the dialogue in the person's language: the name of a line, a
	// line of help, or a format with the same verbs.
	Label(m Mode, name string) string
	// Over says that and how a game is over.
	Over(m Mode, e core.Ending) string
	// Begin returns what stands above the reports of a search.
	Begin(m Mode, root core.Position, l core.Limits) string
	// Report returns one report of a search.
	Report(m Mode, root core.Position, i core.Info) string
	// Answer returns the result of a search.
	Answer(m Mode, root core.Position, r core.Result) string
}

// serve says whether output is for a person from now on, or for a front end.
func (s *Session) serve(person bool) {
	s.personal.Store(person)
	s.out.plain.Store(person)
}

// open sets up a game of a mode, for people.
func (s *Session) open(m Mode) {
	s.halt()
	s.serve(s.person != nil)
	s.choose(m)
	s.newGame()
	s.position([]string{"startpos"})
}

// spoken returns a remark for front ends as a person reads it.
func spoken(line string) string {
	line = strings.TrimPrefix(line, remark)
	if fault, ok := strings.CutPrefix(line, fault); ok {
		return "Error: " + fault
	}
	return line
}
