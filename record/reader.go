package record

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// Limits for games that are read. A game beyond them is an error.
const (
	maxNodes   = 500_000
	maxDepth   = 256      // of variations within variations, PGN
	maxText    = 64 << 20 // bytes of tags and comments
	maxReplays = 4 << 20  // moves played again to reach the start of a variation, KIF

	// A small game is allowed fewer: usualReplays, and replaysPerMove more for each move that
	// was read. Variations that go from the end of the game to its beginning, as programs write
	// them, need no replays.
	usualReplays, replaysPerMove = 1 << 14, 1 << 6
)

// Hint is what is known about a stream. The zero value is nothing.
type Hint struct {
	Format   Format        // if it is known; otherwise it is recognised by content
	Name     string        // a file name, whose extension decides if the content does not
	Rules    core.Rules    // for lines that fit both games, like "startpos" (zero: shogi), and for EPD (zero: chess)
	Settings core.Settings // for the games
}

// Error is a fault in one game of a stream. Reading can continue with the next game.
type Error struct {
	Game, Line int  // counted from 1
	Aside      bool // the main line is complete: the fault is elsewhere, in a variation or a tag, say
	Err        error
}

func (e *Error) Error() string { return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Err) }

// Unwrap returns the fault.
func (e *Error) Unwrap() error { return e.Err }

// worst returns the fault to report for a game: the first one in its main line, or else the
// first one anywhere.
func worst(before, fault *Error) *Error {
	if before == nil || before.Aside && !fault.Aside {
		return fault
	}
	return before
}

// Reader reads the games of a stream one by one. Open one with [NewReader].
type Reader struct {
	lines  *lineReader
	hint   Hint
	format Format
	parser parser // nil if the format is not known
	games  int
}

// parser reads the games of one format.
type parser interface {
	// next returns a game. The error is io.EOF, an error of the underlying reader, or an *Error
	// without the game's number; with an *Error, the game may be nil.
	next() (*Game, error)
}

// NewReader returns a reader of the games in r.
func NewReader(r io.Reader, hint Hint) *Reader {
	reader := &Reader{lines: newLineReader(r), hint: hint, format: hint.Format}
	if hint.Rules.Start == nil {
		reader.hint.Rules = core.Rules{}
	}
	if reader.format == UnknownFormat {
		head := reader.lines.peek()
		format, sure := sniff(head)
		if looksLikeList(head) {
			reader.format, reader.parser = SFEN, &listParser{reader.lines, hint.Settings}
			return reader
		}
		if named := FormatOf(hint.Name); !sure && named != UnknownFormat {
			format = named
		}
		reader.format = format
	}
	reader.lines.western = reader.format.Game() == chess.Rules.Name
	switch reader.format {
	case PGN:
		reader.parser = newPGNParser(reader.lines, hint.Settings)
	case KIF, KI2:
		reader.parser = &kifParser{lines: reader.lines, settings: hint.Settings, format: reader.format}
	case CSA:
		reader.parser = &csaParser{lines: reader.lines, settings: hint.Settings}
	case USI, SFEN:
		reader.parser = newUSIParser(reader.lines, reader.hint)
	case JKF:
		reader.lines.longest = maxJKF
		reader.parser = &jkfParser{lines: reader.lines, settings: hint.Settings}
	case EPD, FEN:
		reader.parser = newEPDParser(reader.lines, reader.hint)
	}
	return reader
}

// Format returns the format of the stream, UnknownFormat if none was recognised.
func (r *Reader) Format() Format { return r.format }

// Next returns the next game. It returns [io.EOF] after the last one, an error of type [*Error]
// for a game with a fault, and other errors of the underlying reader. With an [*Error], Next
// also returns the game without what follows the fault, or nil if the rest makes no game.
func (r *Reader) Next() (*Game, error) {
	if r.lines == nil {
		return nil, io.EOF // the zero value
	}
	if r.parser == nil {
		unknown := &Error{Game: 1, Err: errors.New("the text has no format that is known")}
		for unknown.Line == 0 || unknown.Err != errNUL {
			l, ok := r.lines.next()
			switch {
			case !ok && unknown.Line == 0:
				return nil, r.lines.err
			case !ok:
				r.lines.err, r.lines.queue = io.EOF, nil
				return nil, unknown
			case l.fault == errNUL: // a picture may begin like text
				unknown.Line, unknown.Err = l.number, errNUL
			case unknown.Line == 0 && l.fault == nil && strings.TrimSpace(l.text) != "":
				unknown.Line = l.number
			}
		}
		r.lines.err, r.lines.queue = io.EOF, nil
		return nil, unknown
	}
	g, err := r.parser.next()
	var fault *Error
	switch {
	case err == io.EOF && r.games == 0 && r.lines.first > 0:
		r.games++
		return nil, &Error{Game: 1, Line: r.lines.first, Err: fmt.Errorf("the text has no game in %s", r.format)}
	case err != nil && !errors.As(err, &fault):
		return nil, err
	}
	r.games++
	if g != nil {
		if g.Source.Format == UnknownFormat {
			g.Source.Format = r.format
		}
		g.Source.Encoding, g.Source.BOM, g.Source.CRLF = r.lines.encoding, r.lines.bom, r.lines.crlf
		g.Source.Number = r.games
	}
	if fault != nil {
		fault.Game = r.games
		return g, fault
	}
	return g, nil
}

// All returns the remaining games and faults, as Next would. It ends after the last game, or
// after an error of the underlying reader.
func (r *Reader) All() iter.Seq2[*Game, error] { return yielding(r.Next) }
