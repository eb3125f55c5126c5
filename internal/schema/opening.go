package schema

import (
	"cmp"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/opening"
)

// Opening is the opening of a game as far as the tables know it.
type Opening struct {
	Schema int    `json:"schema,omitempty"` // the version of the schema, in the MCP
	Code   string `json:"code,omitempty"`   // ECO
	Name   *Text  `json:"name"`             // null without a name
	// Of first and second in shogi: castles, null without one, strategies, the most telling last, and moves that
	// have a name.
	Castles    []*Text   `json:"castles,omitempty"`
	Strategies [][]*Text `json:"strategies,omitempty"`
	Tactics    [][]*Text `json:"tactics,omitempty"`
	Book       []string  `json:"book"` // moves that lines of the table go on with, the most usual first
	// Of the MCP.
	Next []NamedMove `json:"next,omitempty"` // the moves of the book with their names
	Text string      `json:"text,omitempty"` // the name in words
}

// OpeningOf returns the opening of a game that began at start, with how people go on after the first ply
// moves.
func OpeningOf(start core.Position, moves []core.Move, ply int) Opening {
	p := start.Clone()
	n := opening.NameOf(p, moves)
	a := Opening{Code: n.Code, Name: textOf(n.Term), Book: []string{}}
	if castles := []*Text{textOf(n.Castles[0]), textOf(n.Castles[1])}; castles[0] != nil || castles[1] != nil {
		a.Castles = castles
	}
	a.Strategies, a.Tactics = textsOf(n.Strategies), textsOf(n.Tactics)
	for _, m := range moves[:ply] {
		p.Do(m, nil)
	}
	next := slices.Clone(opening.Of(p.GameInfo().Name).Next(p))
	slices.SortStableFunc(next, func(a, b opening.Continuation) int { return cmp.Compare(b.Lines, a.Lines) })
	for _, c := range next {
		if m := p.ValidateMove(c.Move.ID()); m != core.NoMove {
			a.Book = append(a.Book, p.FormatMove(m))
		}
	}
	return a
}

// textsOf returns the terms of both sides in both languages, nil if there are none.
func textsOf(terms [2][]opening.Term) [][]*Text {
	if len(terms[0])+len(terms[1]) == 0 {
		return nil
	}
	sides := make([][]*Text, len(terms))
	for c := range terms {
		sides[c] = []*Text{}
		for _, t := range terms[c] {
			sides[c] = append(sides[c], textOf(t))
		}
	}
	return sides
}

// textOf returns a term in both languages, nil for none.
func textOf(t opening.Term) *Text {
	if t.English == "" {
		return nil
	}
	return &Text{English: t.In(false), Japanese: t.In(true)}
}
