//go:build !js

package main

import (
	"encoding/json"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

// gameJSON is a game as a line of JSON. Sides are "white" and "black" in chess, "sente"
// and "gote" in shogi. Moves are in the notation of the protocol, UCI or USI. Chances,
// losses and accuracies are in percent, 0 to 100. What is unknown is left out.
type gameJSON struct {
	File    string         `json:"file"`   // "stdin" for the standard input
	Number  int            `json:"number"` // of the game in the file, from 1
	Game    string         `json:"game"`   // "chess" or "shogi"
	Start   string         `json:"start"`  // FEN or SFEN
	Result  string         `json:"result"` // "1-0", "0-1", "1/2-1/2" or "*"; 1-0 is a win of white or sente
	Engine  string         `json:"engine"`
	Limits  string         `json:"limits"`
	Opening *openingJSON   `json:"opening,omitempty"` // if it has a name
	Players [2]playerJSON  `json:"players"`           // white or sente first
	Phases  map[string]int `json:"phases,omitempty"`  // half moves before the middlegame and the endgame, if the game came to them
	Turns   []int          `json:"turns"`             // plies of the moves that changed the chances most, at most three
	Moves   []moveJSON     `json:"moves"`
	Last    *thoughtJSON   `json:"last,omitempty"` // about the final position, unless the game is over there
}

// openingJSON is the opening of a game.
type openingJSON struct {
	Code    string    `json:"code,omitempty"`   // ECO
	Name    string    `json:"name"`             // in the language that was asked for
	Known   int       `json:"known"`            // half moves before the one that left known paths
	Castles [2]string `json:"castles,omitzero"` // shogi: how the kings were guarded, sente's first
}

// playerJSON is a player.
type playerJSON struct {
	Side     string  `json:"side"`
	Name     string  `json:"name,omitempty"`
	Rating   int     `json:"rating,omitempty"`
	Moves    int     `json:"moves"`              // that were judged
	Accuracy float64 `json:"accuracy,omitempty"` // unless no move was judged
	Loss     float64 `json:"loss"`               // mean of all moves
	// Counts are how many moves had each judgement; those that none had are left out.
	Counts     map[string]int `json:"counts"`
	Praise     map[string]int `json:"praise,omitempty"`      // how many moves had each praise
	MissedWins int            `json:"missed_wins,omitempty"` // bad moves before which the game was won, and after which it was not
}

// moveJSON is a move.
type moveJSON struct {
	Ply    int         `json:"ply"` // 1 is the first move of the record
	Side   string      `json:"side"`
	Move   string      `json:"move"`
	Before thoughtJSON `json:"before"`              // what the engine thinks of the position before the move
	Chance float64     `json:"chance"`              // of this side to win, before the move
	After  float64     `json:"after"`               // the same after the move
	Sharp  *float64    `json:"sharpness,omitempty"` // of the position before the move, 0 to 100
	// The rest is left out for moves that are not judged.
	Judgement string       `json:"judgement,omitempty"`  // "forced", "best", "good", "inaccuracy", "dubious" (in shogi), "mistake" or "blunder"
	Praise    string       `json:"praise,omitempty"`     // "only move", "great" or "brilliant"
	MissedWin bool         `json:"missed_win,omitempty"` // the game was won before the move, and is not after it
	Loss      *float64     `json:"loss,omitempty"`
	Accuracy  *float64     `json:"accuracy,omitempty"`
	Reasons   []reasonJSON `json:"reasons,omitempty"`
	Comment   string       `json:"comment,omitempty"` // of bad moves, in the language that was asked for
}

// thoughtJSON is what the engine thinks of a position.
type thoughtJSON struct {
	Nodes uint64     `json:"nodes"`
	Lines []lineJSON `json:"lines"` // the best first; as many as --multipv says
}

// lineJSON is a line of thought. It has a score or a mate.
type lineJSON struct {
	Score *int           `json:"score,omitempty"` // for the side to move, in hundredths of a pawn
	Mate  *int           `json:"mate,omitempty"`  // plies to mate, negative if the side to move is mated
	Depth int            `json:"depth"`
	Moves []nitoryu.Move `json:"moves"`
}

// reasonJSON is a reason of a bad move.
type reasonJSON struct {
	// Fact is "allows" or "misses" and the name of a fact, see docs/use/reasons.md.
	Fact   string   `json:"fact"`
	Plies  int      `json:"plies,omitempty"`  // to mate, if the shortest one is known
	Pieces []string `json:"pieces,omitempty"` // concerned, in English
	For    []string `json:"for,omitempty"`    // the pieces given for them
	Line   []string `json:"line"`             // what happens after the move, or for what is missed instead of it
}

// jsonSides are the names of the sides, by game.
var jsonSides = map[string][2]string{games.Chess.Name: {"white", "black"}, games.Shogi.Name: {"sente", "gote"}}

// jsonLine returns a game as a line of JSON with its newline.
func (a *gameAnalysis) jsonLine(g *inputGame, f *finding) ([]byte, error) {
	r, of, w := f.game, f.of, f.words
	start, err := g.record.Position()
	if err != nil {
		return nil, err
	}
	names := jsonSides[of.Name]
	japanese := w.Language == review.Japanese
	j := gameJSON{
		File: cli.Name(g.file), Number: g.record.Source.Number, Game: of.Name, Start: start.String(), Result: g.record.Result.String(),
		Engine: f.engine, Limits: a.review.Describe(review.English), Turns: []int{}, Moves: []moveJSON{},
	}
	if name := f.opening.In(japanese); name != "" {
		j.Opening = &openingJSON{Code: f.opening.Code, Name: name, Known: f.opening.Known}
		for c, castle := range f.opening.Castles {
			j.Opening.Castles[c] = castle.In(japanese)
		}
	}
	for c, p := range r.Players {
		counts := map[string]int{}
		for judgement, n := range p.Count {
			if n > 0 {
				counts[review.Judgement(judgement).String()] = n
			}
		}
		var praise map[string]int
		for kind := review.OnlyMove; kind < review.Praises; kind++ {
			if n := p.Praised[kind]; n > 0 {
				if praise == nil {
					praise = map[string]int{}
				}
				praise[kind.String()] = n
			}
		}
		j.Players[c] = playerJSON{names[c], p.Name, p.Rating, p.Moves, p.Accuracy, p.Loss, counts, praise, p.MissedWins}
	}
	english := review.Words{Language: review.English}
	for p := review.Middlegame; p < review.Phases; p++ {
		if begin := r.Begins[p]; begin >= 0 {
			if j.Phases == nil {
				j.Phases = map[string]int{}
			}
			j.Phases[english.Phase(p)] = begin
		}
	}
	for _, i := range r.Turns {
		j.Turns = append(j.Turns, r.Moves[i].Ply+1)
	}
	i := 0
	err = r.Each(func(p core.Position, m *review.Move) {
		j.Moves = append(j.Moves, newMoveJSON(p, m, r.Chances[i:i+2], of, w))
		i++
	})
	if err != nil {
		return nil, err
	}
	if len(r.Last.Lines) > 0 {
		t := newThoughtJSON(&r.Last)
		j.Last = &t
	}
	text, err := json.Marshal(j)
	return append(text, '\n'), err
}

// newMoveJSON returns a move; chances are those of First before and after it.
func newMoveJSON(p core.Position, m *review.Move, chances []float64, of games.Game, w *review.Words) moveJSON {
	j := moveJSON{
		Ply: m.Ply + 1, Side: jsonSides[of.Name][m.Side&1], Move: p.FormatMove(m.Move),
		Before: newThoughtJSON(&m.Before), Chance: chances[0], After: chances[1], Judgement: m.Judgement.String(), Praise: m.Praise.String(), MissedWin: m.MissedWin,
	}
	if m.Sharpness >= 0 {
		j.Sharp = &m.Sharpness
	}
	if m.Side == core.Second {
		j.Chance, j.After = 100-j.Chance, 100-j.After
	}
	if m.Judgement != review.Unjudged {
		j.Loss, j.Accuracy = &m.Loss, &m.Accuracy
	}
	if !m.Judgement.Bad() {
		return j
	}
	j.Comment = w.Comment(p, m)
	names := review.StandardOf(of.Name).Pieces[review.English]
	for _, r := range m.Reasons {
		reason := reasonJSON{Fact: r.Fact.Name(r.Missed), Plies: r.Plies}
		for _, k := range r.Kinds {
			reason.Pieces = append(reason.Pieces, names[k])
		}
		for _, k := range r.Paid {
			reason.For = append(reason.For, names[k])
		}
		if r.Missed {
			reason.Line = notation(coded).line(p, r.Line)
		} else {
			p.Do(m.Move, nil)
			reason.Line = notation(coded).line(p, r.Line)
			p.Undo()
		}
		j.Reasons = append(j.Reasons, reason)
	}
	return j
}

// newThoughtJSON returns an answer of an engine.
func newThoughtJSON(r *nitoryu.Result) thoughtJSON {
	j := thoughtJSON{Nodes: r.Nodes}
	for _, l := range r.Lines {
		line := lineJSON{Depth: l.Depth, Moves: l.Moves}
		if plies, mate := l.Score.Mate(); mate {
			line.Mate = &plies
		} else {
			score := int(l.Score)
			line.Score = &score
		}
		j.Lines = append(j.Lines, line)
	}
	return j
}
