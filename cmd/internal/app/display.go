package app

import (
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/board"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/play"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// display says how to show positions and moves to the reader of the output.
type display struct {
	size func() (width, height int) // nil: not a terminal
	// japanese is set for shogi in a Japanese locale; otherwise the language is English.
	japanese bool
	look     board.Look
	moves    record.Notation
	mover    bool // scores are for the side to move, not for core.First
	draws    bool // draw the board for people, not the diagram of the protocols
}

const piecesHelp = "symbols (figures and kanji) or letters; by default what the terminal can show"

func notationHelp() string {
	return "notation of moves: " + cli.Listed(notations(), "or") + "; by default SAN in chess, and in shogi Japanese if the locale is UTF-8, otherwise Western"
}

// newDisplay returns the display that shows p on out, by the flags --notation and --pieces.
func newDisplay(out io.Writer, notation, pieces string, p core.Position) (*display, error) {
	s := &display{size: cli.Terminal(out), look: board.Look{Style: cli.StyleOf(out)}, draws: cli.Size(out) != nil || pieces != ""}
	s.japanese = speaksJapanese(p)
	s.look.Japanese = s.japanese
	shows := s.japanese || s.size != nil && cli.UTF8()
	var err error
	if s.moves, err = notationNamed(notation, record.People(shows)); err != nil {
		return nil, err
	}
	switch pieces {
	case "":
		s.look.Symbols = shows
	case "symbols", "letters":
		s.look.Symbols = pieces == "symbols"
	default:
		return nil, cli.Unknown("set of pieces", pieces, []string{"symbols", "letters"})
	}
	s.look.Sides = sides(p, s.japanese || s.look.Symbols)
	return s, nil
}

// speaksJapanese reports whether to tell the user about the game of p in Japanese.
func speaksJapanese(p core.Position) bool {
	return p.GameInfo().Name == games.Shogi().Name && cli.Japanese()
}

// in returns the text in the language of the display.
func (d *display) in(english, japanese string) string {
	if d.japanese {
		return japanese
	}
	return english
}

// overBy says that a game is over, and how it ended.
func overBy(e core.Ending, japanese bool) string {
	if japanese {
		return "終局：" + play.JapaneseEnding(e)
	}
	return "the game is over by " + e.String()
}

// board returns the lines of the drawing of p.
func (d *display) board(p core.Position) []string {
	if d.draws {
		return board.Draw(p, d.look)
	}
	return strings.Split(strings.TrimSuffix(p.Diagram(), "\n"), "\n")
}
