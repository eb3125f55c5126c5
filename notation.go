package nitoryu

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/record"
)

// Notation is a way to write moves. As text it is its name in small letters.
type Notation uint8

// The notations. SAN is of chess, Japanese, Western and CSA are of shogi.
const (
	Protocol Notation = iota // e2e4, 7g7f
	SAN                      // e4, Nbd2, exd8=Q#
	Japanese                 // ▲７六歩, △同　銀, ▲５八金右
	Western                  // P-7f, Bx2b+, P*5e
	CSA                      // +7776FU
)

var notationNames = [...]string{"protocol", "san", "japanese", "western", "csa"}

// String returns the name of the notation.
func (n Notation) String() string {
	if int(n) < len(notationNames) {
		return notationNames[n]
	}
	return fmt.Sprintf("notation %d", uint8(n))
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (n Notation) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *Notation) UnmarshalText(text []byte) error {
	i, err := named(notationNames[:], "notation", text)
	if err == nil {
		*n = Notation(i)
	}
	return err
}

// Write writes moves that are played one after the other from p, which stays as it is. The
// error names a move that is not legal, or a notation that is not of the game.
func (p *Position) Write(n Notation, moves ...Move) ([]string, error) {
	q := p.Clone()
	write, err := q.writer(n)
	if err != nil {
		return nil, err
	}
	texts := make([]string, 0, len(moves))
	for i, text := range moves {
		m, err := q.board.ParseMove(string(text))
		if err != nil {
			return nil, &MoveError{Move: text, Index: i, Err: err}
		}
		texts = append(texts, write(m))
		q.do(m)
	}
	return texts, nil
}

// writer returns the function that writes a move of p.
func (p *Position) writer(n Notation) (func(core.Move) string, error) {
	isChess := p.Variant() == Chess
	switch {
	case n == Protocol:
		return p.board.FormatMove, nil
	case n == SAN && isChess:
		return func(m core.Move) string { return record.SAN(p.board, m) }, nil
	case n == Japanese && !isChess:
		return func(m core.Move) string { return record.Japanese(p.board, m, p.last(), record.Triangles) }, nil
	case n == Western && !isChess:
		return func(m core.Move) string { return record.Western(p.board, m) }, nil
	case n == CSA && !isChess:
		return func(m core.Move) string { return record.CSAMove(p.board, m) }, nil
	case n > CSA:
		return nil, fmt.Errorf("there is no notation %d", n)
	}
	return nil, fmt.Errorf("the notation is not of %s", p.Variant())
}

// Parse reads a legal move in any notation of the game. The error is a [*MoveError], which says why
// there is none.
func (p *Position) Parse(text string) (Move, error) {
	board := p.at()
	m, err := read(board, text, p.last())
	if err != nil {
		return NoMove, &MoveError{Move: Move(text), Err: err}
	}
	return Move(board.FormatMove(m)), nil
}

// read reads a move that follows another one. Moves of the protocol are moves of every other
// notation.
func read(board core.Position, text string, last core.Move) (core.Move, error) {
	if _, isChess := board.(*chess.Position); isChess {
		return record.ParseSAN(board, text)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return record.ParseJapanese(board, text, last)
	}
	if m, err := record.ParseCSA(board, text); err == nil {
		return m, nil
	}
	return record.ParseWestern(board, text)
}
