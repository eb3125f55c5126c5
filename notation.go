package nitoryu

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/record"
)

// Notation is a way to write moves.
type Notation uint8

// The notations. SAN is of chess, Japanese, Western and CSA are of shogi.
const (
	Protocol Notation = iota // e2e4, 7g7f
	SAN                      // e4, Nbd2, exd8=Q#
	Japanese                 // ▲７六歩, △同　銀, ▲５八金右
	Western                  // P-7f, Bx2b+, P*5e
	CSA                      // +7776FU
)

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
		m, err := q.core.ParseMove(string(text))
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
	isChess := p.game.Name == chess.Rules.Name
	switch {
	case n == Protocol:
		return p.core.FormatMove, nil
	case n == SAN && isChess:
		return func(m core.Move) string { return record.SAN(p.core, m) }, nil
	case n == Japanese && !isChess:
		return func(m core.Move) string { return record.Japanese(p.core, m, p.last(), record.Triangles) }, nil
	case n == Western && !isChess:
		return func(m core.Move) string { return record.Western(p.core, m) }, nil
	case n == CSA && !isChess:
		return func(m core.Move) string { return record.CSAMove(p.core, m) }, nil
	case n > CSA:
		return nil, fmt.Errorf("there is no notation %d", n)
	}
	return nil, fmt.Errorf("the notation is not of %s", p.game.Name)
}

// Parse reads a legal move in any notation of the game. The error says why there is none.
func (p *Position) Parse(text string) (Move, error) {
	m, err := p.read(text)
	if err != nil {
		return NoMove, err
	}
	return Move(p.core.FormatMove(m)), nil
}

// read reads a move. Moves of the protocol are moves of every other notation.
func (p *Position) read(text string) (core.Move, error) {
	if p.game.Name == chess.Rules.Name {
		return record.ParseSAN(p.core, text)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return record.ParseJapanese(p.core, text, p.last())
	}
	if m, err := record.ParseCSA(p.core, text); err == nil {
		return m, nil
	}
	return record.ParseWestern(p.core, text)
}
