package record

import (
	"fmt"
	"io"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// reading is a game while it is being read.
type reading struct {
	*Game
	board core.Position  // nil until the first move or the end
	spare *core.Position // memory for the board, from the game that was read before
	begun bool
	text  bool // the moves have begun
	nodes int
	size  int // bytes of text
	fault *Error

	startLine int // line that sets the start position, 0: none
}

func (g *reading) begin(line int) {
	if !g.begun {
		g.begun, g.Source.Line = true, line
	}
}

// note notes a fault: the first one in the main line counts, or else the first one elsewhere.
// An error with a line of its own keeps that line.
func (g *reading) note(line int, aside bool, err error) {
	if own, ok := err.(*Error); ok { //nolint:errorlint // it is one of ours, not wrapped
		line, err = own.Line, own.Err
	}
	g.fault = worst(g.fault, &Error{Line: line, Aside: aside, Err: err})
}

// at returns err as an error of a line; if line is 0, it returns err itself.
func at(line int, err error) error {
	if err == nil || line == 0 {
		return err
	}
	return &Error{Line: line, Err: err}
}

// dead reports whether moves of the main line are no longer read.
func (g *reading) dead() bool { return g.fault != nil && !g.fault.Aside }

// setBoard opens the start position. Errors call it what.
func (g *reading) setBoard(what string) error {
	p, err := g.Position()
	if err != nil {
		g.Start = ""
		return at(g.startLine, fmt.Errorf("%s: %w", what, err))
	}
	if g.spare != nil {
		*g.spare = p.CloneTo(*g.spare)
		p = *g.spare
	}
	g.board = p
	return nil
}

// count counts a move.
func (g *reading) count() error {
	if g.nodes++; g.nodes > maxNodes {
		return fmt.Errorf("the game has more than %d moves", maxNodes)
	}
	return nil
}

// done returns the game and the first error in it.
func (g *reading) done() (*Game, error) {
	if g.fault != nil {
		return g.Game, g.fault
	}
	return g.Game, nil
}

// shogiReading is a game of KIF or CSA while it is being read.
type shogiReading struct {
	reading
	tail    *Node    // the last node read: a move, a terminal or the root
	comment []string // lines of the comment that belongs to tail, or to the next move
	diagram diagram
	foul    *foul // the illegal move behind tail, or nil
}

func newShogiReading(s core.Settings, spare *core.Position) shogiReading {
	root := &Node{}
	return shogiReading{reading: reading{Game: &Game{Rules: shogi.Rules, Settings: s, Root: root}, spare: spare}, tail: root}
}

// base returns the part that the formats of shogi share.
func (g *shogiReading) base() *shogiReading { return g }

// setStart makes the diagram the start position.
func (g *shogiReading) setStart() {
	if g.Start = g.diagram.sfen(); g.Start == shogi.StartSFEN {
		g.Start = ""
	}
}

// shogiGame reads the lines of a game.
type shogiGame interface {
	base() *shogiReading
	// ends reports whether the game ends before a line.
	ends(text string) bool
	// stop notes a fault; the rest of the line of moves is skipped.
	stop(line int, err error)
	add(l line)
	finish() (*Game, error)
}

// readShogi reads a game.
func readShogi(lines *lineReader, g shogiGame) (*Game, error) {
	for {
		l, ok := lines.next()
		switch r := g.base(); {
		case !ok && (lines.err != io.EOF || !r.begun):
			return nil, lines.err
		case !ok:
			return g.finish()
		case l.fault != nil:
			r.begin(l.number)
			g.stop(l.number, l.fault)
		case r.begun && g.ends(l.text):
			lines.hold(l)
			return g.finish()
		default:
			if r.size += len(l.text); r.size > maxText {
				g.stop(l.number, fmt.Errorf("the game has more than %d bytes", maxText))
				r.comment = nil
				continue
			}
			g.add(l)
		}
	}
}
