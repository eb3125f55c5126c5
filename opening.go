package nitoryu

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/opening"
)

// Opening is what players call an opening. The zero value has no name.
type Opening struct {
	Code     string    `json:"code,omitempty"`     // of the Encyclopaedia of Chess Openings (ECO): B90; "" in shogi
	Name     string    `json:"name,omitempty"`     // in English
	Family   string    `json:"family,omitempty"`   // the name without its variation
	Japanese string    `json:"japanese,omitempty"` // the name in Japanese
	Castles  [2]string `json:"castles,omitzero"`   // shogi: how the kings of both sides are sheltered, in English
	Known    int       `json:"known,omitempty"`    // how many moves of the game a table of openings has
	// Formations are what both sides of a game of shogi had on the board: their strategies (戦法), the most telling
	// last, their castle (囲い) and their moves that have a name (手筋).
	Formations [2][]Formation `json:"formations,omitzero"`
}

// Formation is a name for what a side of shogi has on the board.
type Formation struct {
	Kind     string `json:"kind"` // strategy, castle or tactic
	Name     string `json:"name"` // in English
	Japanese string `json:"japanese"`
}

// String returns the code and the name: "B90 Sicilian Defense: Najdorf Variation".
func (o Opening) String() string {
	if o.Code == "" {
		return o.Name
	}
	return o.Code + " " + o.Name
}

// Opening returns the opening of the game that led to the position, by the last one that has a name:
// transpositions are found, too. In shogi it follows from where the pieces of both sides stand. Games that begin elsewhere have
// openings as far as they come to positions with a name.
func (p *Position) Opening() Opening {
	start := p.at().Copy()
	for range p.moves {
		start.Undo()
	}
	return openingOf(start, p.moves)
}

// Opening returns the opening of the main line, see [Position.Opening].
func (g *Game) Opening() Opening {
	return openingOf(g.Start().board, g.Record().Moves())
}

func openingOf(start core.Position, moves []core.Move) Opening {
	n := opening.NameOf(start, moves)
	o := Opening{
		Code: n.Code, Name: n.English, Family: n.Family.English, Japanese: n.Japanese, Known: n.Known,
		Castles: [2]string{n.Castles[First].English, n.Castles[Second].English},
	}
	for c := range o.Formations {
		add := func(kind string, terms ...opening.Term) {
			for _, t := range terms {
				o.Formations[c] = append(o.Formations[c], Formation{kind, t.English, t.Japanese})
			}
		}
		add("strategy", n.Strategies[c]...)
		if n.Castles[c].English != "" {
			add("castle", n.Castles[c])
		}
		add("tactic", n.Tactics[c]...)
	}
	return o
}
