package record

import (
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// Header is what a record says about a game before its moves, and the result. [Header.Game] reads the moves; in
// PGN nothing looks at them before.
type Header struct {
	Rules  core.Rules
	Tags   Tags
	Result Result
	Source Source

	settings core.Settings
	text     string // PGN: of the game
	line     int    // where it begins
	game     *Game  // of the other formats
	fault    error
}

// Game reads the game. Like [Reader.Next] it may return a game beside an error.
func (h *Header) Game() (*Game, error) {
	if h.text == "" {
		if h.game == nil {
			return nil, errors.New("the header is of no game")
		}
		return h.game, h.fault
	}
	g, err := NewReader(strings.NewReader(h.text), Hint{Format: PGN, Settings: h.settings}).Next()
	if g != nil {
		g.Source = h.Source
	}
	var fault *Error
	if errors.As(err, &fault) {
		fault.Game = h.Source.Number
		fault.Line += h.line - 1
	}
	return g, err
}

// NextHeader returns the header of the next game, with errors as [Reader.Next] has them. It does not read the
// moves of PGN: only [Header.Game] reports what is wrong with them.
func (r *Reader) NextHeader() (*Header, error) {
	h := &Header{settings: r.hint.Settings, line: 1}
	pgn, isPGN := r.parser.(*pgnParser)
	if isPGN {
		h.line = max(1, pgn.lexer.line)
		if len(pgn.lexer.held) > 0 {
			h.line = pgn.lexer.held[0].line
		}
		defer func(own parser) { r.parser = own }(r.parser)
		r.parser = headerParser{pgn, h}
	}
	g, err := r.Next()
	var fault *Error
	if err != nil && (!errors.As(err, &fault) || g == nil) {
		return nil, err
	}
	h.Rules, h.Tags, h.Result, h.Source = g.Rules, g.Tags, g.Result, g.Source
	if !isPGN {
		h.game, h.fault = g, err
	}
	return h, err
}

// headerParser reads headers.
type headerParser struct {
	*pgnParser
	header *Header
}

// next implements parser.
func (p headerParser) next() (g *Game, err error) {
	g, p.header.text, err = p.pgnParser.header()
	return g, err
}

// Headers yields the remaining headers and faults, as [Reader.All] yields games.
func (r *Reader) Headers() iter.Seq2[*Header, error] {
	return yielding(r.NextHeader)
}

// yielding yields what next returns, up to an error of the underlying reader.
func yielding[T any](next func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			one, err := next()
			if err == io.EOF {
				return
			}
			var fault *Error
			if !yield(one, err) || err != nil && !errors.As(err, &fault) {
				return
			}
		}
	}
}
