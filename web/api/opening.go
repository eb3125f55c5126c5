package api

import (
	"cmp"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/opening"
)

// openingRequest asks what the opening of a game is called, and how people go on after Ply
// of its moves.
type openingRequest struct {
	lineRequest
	Ply int `json:"ply"`
}

// openingAnswer is the opening of a game as far as the tables know it.
type openingAnswer struct {
	Code string `json:"code,omitempty"` // ECO
	Name *Text  `json:"name"`           // null without a name
	// Of First and Second in shogi: castles, null without one, strategies, the most telling last, and moves that
	// have a name.
	Castles    []*Text   `json:"castles,omitempty"`
	Strategies [][]*Text `json:"strategies,omitempty"`
	Tactics    [][]*Text `json:"tactics,omitempty"`
	Book       []string  `json:"book"` // moves that lines of the table go on with, the most usual first
}

// opening answers a request for the opening of a game.
func (*API) opening(request []byte) (any, error) {
	r, err := decode[openingRequest](request)
	if err != nil {
		return nil, err
	}
	_, p, err := r.open()
	if err != nil {
		return nil, err
	}
	moves, err := readMoves(p, r.Moves)
	if err != nil {
		return nil, err
	}
	if r.Ply < 0 || r.Ply > len(moves) {
		return nil, faultf("not understood", nil, "the game has %d moves, so there is no position after %d", len(moves), r.Ply)
	}
	n := opening.NameOf(p, moves)
	a := openingAnswer{Code: n.Code, Name: textOf(n.Term), Book: []string{}}
	if castles := []*Text{textOf(n.Castles[0]), textOf(n.Castles[1])}; castles[0] != nil || castles[1] != nil {
		a.Castles = castles
	}
	a.Strategies, a.Tactics = textsOf(n.Strategies), textsOf(n.Tactics)
	for _, m := range moves[:r.Ply] {
		p.Do(m, nil)
	}
	next := slices.Clone(opening.Of(p.GameInfo().Name).Next(p))
	slices.SortStableFunc(next, func(a, b opening.Continuation) int { return cmp.Compare(b.Lines, a.Lines) })
	for _, c := range next {
		if m := p.ValidateMove(c.Move.ID()); m != core.NoMove {
			a.Book = append(a.Book, p.FormatMove(m))
		}
	}
	return a, nil
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
	return &Text{t.In(false), t.In(true)}
}
