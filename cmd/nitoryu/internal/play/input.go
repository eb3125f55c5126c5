package play

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// notations are the ways in which the moves of a game may be typed, in the order in which
// they are tried.
func (g *Game) notations() []func(text string) (core.Move, error) {
	read := func(parse func(core.Position, string) (core.Move, error)) func(string) (core.Move, error) {
		return func(text string) (core.Move, error) { return parse(g.pos, text) }
	}
	if !g.shogi() {
		return []func(string) (core.Move, error){read(record.ParseSAN)}
	}
	japanese := func(text string) (core.Move, error) { return record.ParseJapanese(g.pos, text, g.last()) }
	return []func(string) (core.Move, error){read(record.ParseWestern), japanese, read(record.ParseCSA)}
}

// examples show how moves are typed.
func (g *Game) examples() string {
	if g.shogi() {
		return "7g7f, P-7f, ▲７六歩 or 76歩; a drop P*5e, a promotion 8h2b+"
	}
	return "e4, Nf3, O-O or e2e4; a promotion e8=Q or e7e8q"
}

// read reads a move. The error says why there is none.
func (g *Game) read(text string) (core.Move, error) {
	var faults []error
	for _, spelled := range spellings(text) {
		for _, parse := range g.notations() {
			m, err := parse(spelled)
			if err == nil {
				return m, nil
			}
			faults = append(faults, err)
		}
	}
	return core.NoMove, mostHelpful(faults)
}

// spellings returns the text and what else may be meant by it: pieces in capital letters,
// squares in small ones.
func spellings(text string) []string {
	all := []string{text}
	if text == "" || text[0] >= 0x80 {
		return all
	}
	lower := strings.ToLower(text)
	for _, other := range []string{lower, strings.ToUpper(lower[:1]) + lower[1:]} {
		if other != text {
			all = append(all, other)
		}
	}
	return all
}

// mostHelpful returns the fault that says most: that a move is ambiguous tells more than
// that it is not legal, and that more than that it is none.
func mostHelpful(faults []error) error {
	for _, word := range []string{"is ambiguous", "legal", "another piece", "castl", "in hand", "from", "promot"} {
		for _, err := range faults {
			if strings.Contains(err.Error(), word) {
				return err
			}
		}
	}
	return errNoMove
}

var errNoMove = errors.New("this is no move")

// misread is the answer to a line that is neither a command nor a move.
func (g *Game) misread(line string, err error) string {
	if errors.Is(err, errNoMove) {
		return fmt.Sprintf("%q is no move and no command%s. Moves are typed as %s.", line, hint(line), g.examples())
	}
	return "That is not possible: " + err.Error() + "."
}
