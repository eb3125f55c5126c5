package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// PGNReader reads one game at a time.
type PGNReader struct {
	// Settings open the positions of the games; a Variant tag turns Chess960 on.
	// It may be set before the first Next.
	Settings core.Settings

	lexer pgnLexer
	held  *pgnToken // read, but part of the next game
	games int
	line  int // where the current game begins
}

// PGNError is an error in one game. Reading can continue with the next.
type PGNError struct {
	Game, Line int // counted from 1
	Err        error
}

func (e *PGNError) Error() string { return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *PGNError) Unwrap() error { return e.Err }

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{lexer: pgnLexer{in: bufio.NewReader(r)}}
}

// Line returns the line on which the game that Next read last begins.
func (r *PGNReader) Line() int { return r.line }

// Next reads a game. It returns [io.EOF] after the last one, an error of type
// [*PGNError] for a game that makes no sense, and other errors of the underlying
// reader. Comments in the form of [WritePGN] become annotations; variations are
// skipped.
func (r *PGNReader) Next() (*Game, error) {
	g := pgnGame{tags: map[string]string{}}
	for {
		t := r.next()
		if t.kind == pgnEnd && (t.err != io.EOF || !g.begun()) {
			return nil, t.err
		}
		if g.begun() && g.endsBefore(t) {
			r.held = &t
			return g.finish(r)
		}
		if !g.begun() {
			if !t.begins() {
				continue // a stray comment or result between games
			}
			r.games++
			r.line = t.line
			g.settings = r.Settings
		}
		g.add(t)
		if t.kind == pgnResult && g.depth == 0 {
			return g.finish(r)
		}
	}
}

func (r *PGNReader) next() pgnToken {
	if t := r.held; t != nil {
		r.held = nil
		return *t
	}
	return r.lexer.next()
}

// pgnGame is a game while it is being read. After the first error it only looks
// for its end.
type pgnGame struct {
	Game
	settings core.Settings
	tags     map[string]string
	board    core.Position // nil until the first move or the end
	depth    int           // of nested variations
	opening  int           // line of the outermost parenthesis
	ended    bool          // the movetext has its result
	text     bool          // the movetext has begun
	err      error
	errLine  int
}

// begun reports whether anything of a game was read.
func (g *pgnGame) begun() bool { return len(g.tags) > 0 || g.text || g.err != nil }

// begins reports whether t can be the first token of a game.
func (t pgnToken) begins() bool {
	return t.kind == pgnTag || t.kind == pgnMove || t.kind == pgnOpen || t.err != nil
}

// endsBefore reports whether t belongs to no game or to the next one.
func (g *pgnGame) endsBefore(t pgnToken) bool {
	_, repeated := g.tags["Event"]
	return t.kind == pgnEnd || t.kind == pgnTag && (g.text || t.text == "Event" && repeated)
}

func (g *pgnGame) fail(line int, err error) {
	if g.err == nil {
		g.err, g.errLine = err, line
	}
}

func (g *pgnGame) add(t pgnToken) {
	if t.err != nil {
		g.fail(t.line, t.err)
		return
	}
	switch t.kind {
	case pgnTag:
		g.tags[t.text] = t.value
	case pgnOpen:
		if g.text = true; g.depth == 0 {
			g.opening = t.line
		}
		g.depth++
	case pgnClose:
		if g.depth--; g.depth < 0 {
			g.depth = 0
			g.fail(t.line, errors.New("closing parenthesis without an opening one"))
		}
	case pgnComment:
		if g.depth == 0 {
			g.comment(t.text)
		}
	case pgnMove:
		if g.text = true; g.depth == 0 && g.err == nil {
			g.move(t)
		}
	case pgnResult:
		if g.depth == 0 {
			g.Result, g.ended = t.result, true
		}
	}
}

// move plays a move of the main line.
func (g *pgnGame) move(t pgnToken) {
	if err := g.open(); err != nil {
		g.fail(t.line, err)
		return
	}
	m, err := ParseSAN(g.board, t.text)
	if err != nil {
		g.fail(t.line, fmt.Errorf("ply %d: %w", len(g.Moves)+1, err))
		return
	}
	g.board.Do(m, nil)
	g.Moves = append(g.Moves, Move{Move: m})
	g.Ending = core.NoEnding // only the comment of the last move counts
}

// comment takes what a comment says about the last move and the end.
func (g *pgnGame) comment(text string) {
	var none Move
	m := &none
	if n := len(g.Moves); n > 0 {
		m = &g.Moves[n-1]
	}
	if ending := parseAnnotation(text, m); ending != core.NoEnding {
		g.Ending = ending
	}
}

// open sets up the board from the tags.
func (g *pgnGame) open() error {
	if g.board != nil {
		return nil
	}
	switch variant := strings.ToLower(g.tags["Variant"]); {
	case strings.Contains(variant, "960"), strings.Contains(variant, "fischer"):
		g.settings.Chess960 = true
	case variant == "", variant == "chess", variant == "standard", variant == "normal", variant == "from position":
	default:
		return fmt.Errorf("variant %.40q is not known", g.tags["Variant"])
	}
	g.Chess960 = g.settings.Chess960
	g.Start = chess.Rules.Start(g.settings)
	if fen := g.tags["FEN"]; fen != "" {
		p, err := chess.Rules.Parse(fen, g.settings)
		if err != nil {
			return fmt.Errorf("FEN tag: %w", err)
		}
		g.Start = p
	}
	g.board = g.Start.Clone()
	return nil
}

// finish returns the game, or the first error in it.
func (g *pgnGame) finish(r *PGNReader) (*Game, error) {
	if g.depth > 0 {
		g.fail(g.opening, errors.New("variation is not closed"))
	}
	if err := g.open(); err != nil {
		g.fail(r.line, err)
	}
	if g.err != nil {
		return nil, &PGNError{r.games, g.errLine, g.err}
	}
	known := func(name string) string {
		if value := g.tags[name]; value != "?" && value != "-" {
			return value
		}
		return ""
	}
	g.Event, g.Site, g.Round, g.TimeControl = known("Event"), known("Site"), known("Round"), known("TimeControl")
	g.Players = [2]string{known("White"), known("Black")}
	g.Date = pgnTime(g.tags["Date"], g.tags["Time"])
	if !g.ended {
		g.Result, _ = parseResult(g.tags["Result"])
	}
	if g.Ending == core.NoEnding {
		g.Ending = endingOf(strings.ToLower(g.tags["Termination"]), g.board.Verdict())
	}
	return &g.Game, nil
}

// pgnTime reads a date and a time of day; the zero time is an unknown date.
func pgnTime(date, clock string) time.Time {
	if t, err := time.Parse(pgnDate+" "+time.TimeOnly, date+" "+clock); err == nil {
		return t
	}
	t, _ := time.Parse(pgnDate, date)
	return t
}
