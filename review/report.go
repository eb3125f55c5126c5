package review

import (
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// Schema is the version of the JSON of a [Report], which docs/use/schema.md describes together with the
// answers of our other doors. It is raised when a key goes or changes its meaning.
const Schema = 1

// Report is a judged game for programs, as JSON: what "nitoryu analyse --format jsonl" writes and the
// web API answers. Sides are "white" and "black" in chess, "sente" and "gote" in shogi. Moves
// are in the notation of the protocol, UCI or USI. Chances, losses and accuracies are in
// percent, 0 to 100. What is unknown is left out.
type Report struct {
	Schema  int             `json:"schema"`            // the version of these keys
	File    string          `json:"file,omitempty"`    // where the game was read; "stdin" for the standard input; bytes of a name that are no UTF-8 stand as \xe9
	Number  int             `json:"number,omitempty"`  // of the game in the file, from 1
	Game    string          `json:"game"`              // "chess" or "shogi"
	Start   string          `json:"start"`             // FEN or SFEN
	Result  string          `json:"result"`            // "1-0", "0-1", "1/2-1/2" or "*"; 1-0 is a win of white or sente
	Engine  string          `json:"engine"`            // who judged
	Limits  string          `json:"limits"`            // how long positions were searched
	Opening *OpeningReport  `json:"opening,omitempty"` // if it has a name
	Players [2]PlayerReport `json:"players"`           // white or sente first
	Phases  map[string]int  `json:"phases,omitempty"`  // half moves before the middlegame and the endgame, if the game came to them
	Turns   []int           `json:"turns"`             // plies of the moves that changed the chances most, at most three
	Moves   []MoveReport    `json:"moves"`             // a turn that is passed, 0000, is not judged
	Last    *ThoughtReport  `json:"last,omitempty"`    // about the final position, unless the game is over there
}

// OpeningReport is the opening of a game.
type OpeningReport struct {
	Code    string    `json:"code,omitempty"`   // ECO
	Name    string    `json:"name"`             // in the language of the report
	Known   int       `json:"known"`            // half moves before the one that left the book, or the table without one
	Castles [2]string `json:"castles,omitzero"` // shogi: how the kings were guarded, sente's first
	// Of both sides in shogi: strategies, the most telling last, and moves that have a name.
	Strategies [2][]string `json:"strategies,omitzero"`
	Tactics    [2][]string `json:"tactics,omitzero"`
}

// PlayerReport is what one side made of the game.
type PlayerReport struct {
	Side     string  `json:"side"` // white or black, sente or gote
	Name     string  `json:"name,omitempty"`
	Rating   int     `json:"rating,omitempty"`
	Moves    int     `json:"moves"`              // that were judged
	Accuracy float64 `json:"accuracy,omitempty"` // unless no move was judged
	// Phases are the accuracies in the phases in which moves were judged, by "opening", "middlegame" and "endgame".
	Phases map[string]float64 `json:"phases,omitempty"`
	Loss   float64            `json:"loss"` // mean of all moves
	// Agreement is how many percent of the moves, but forced ones and theory, were the engine's own choice; left out if there were none.
	Agreement *float64 `json:"agreement,omitempty"`
	// Counts are how many moves had each judgement; those that none had are left out.
	Counts      map[string]int `json:"counts"`
	Praise      map[string]int `json:"praise,omitempty"`       // how many moves had each praise
	MissedWins  int            `json:"missed_wins,omitempty"`  // bad moves before which the game was won, and after which it was not
	MissedMates int            `json:"missed_mates,omitempty"` // moves that missed a short mate
}

// MoveReport is a move.
type MoveReport struct {
	Ply    int           `json:"ply"` // 1 is the first move of the record
	Side   string        `json:"side"`
	Move   nitoryu.Move  `json:"move"`
	Name   string        `json:"name"`                // as players of the language write the move
	Before ThoughtReport `json:"before"`              // what the engine thinks of the position before the move
	Chance float64       `json:"chance"`              // of this side to win, before the move
	After  float64       `json:"after"`               // the same after the move
	Sharp  *float64      `json:"sharpness,omitempty"` // of the position before the move, 0 to 100
	// The rest is left out for moves that are not judged.
	Judgement  string         `json:"judgement,omitempty"`   // "forced", "theory", "best", "good", "inaccuracy", "dubious" (in shogi), "mistake" or "blunder"
	Praise     string         `json:"praise,omitempty"`      // "only move", "great" or "brilliant"
	MissedWin  bool           `json:"missed_win,omitempty"`  // the game was won before the move, and is not after it
	MissedMate int            `json:"missed_mate,omitempty"` // plies of a short mate that the move missed, be it bad or not
	Loss       *float64       `json:"loss,omitempty"`        // what it gave away
	Accuracy   *float64       `json:"accuracy,omitempty"`
	Reasons    []ReasonReport `json:"reasons,omitempty"`  // of bad moves, the clearest first
	Comment    string         `json:"comment,omitempty"`  // of bad moves and missed mates, in the language of the report
	Better     []nitoryu.Move `json:"better,omitempty"`   // the line that was better than such a move
	Exercise   *Exercise      `json:"exercise,omitempty"` // of mistakes and blunders
	Text       *Text          `json:"text,omitempty"`     // what to say of the move, where several languages are asked for
}

// ThoughtReport is what the engine thinks of a position.
type ThoughtReport struct {
	Nodes uint64       `json:"nodes"` // of the search for the best line
	Lines []LineReport `json:"lines"` // the best first; as many as were asked for
}

// LineReport is a line of thought. It has a score or a mate.
type LineReport struct {
	Score *int           `json:"score,omitempty"` // for the side to move, in hundredths of a pawn
	Mate  *int           `json:"mate,omitempty"`  // plies to mate, negative if the side to move is mated
	Depth int            `json:"depth"`
	Moves []nitoryu.Move `json:"moves"`
	Worth *Worth         `json:"worth,omitempty"` // where several languages are asked for
}

// ReasonReport is a reason of a bad move.
type ReasonReport struct {
	// Fact is "allows" or "misses" and the name of a fact, see docs/use/reasons.md.
	Fact   string         `json:"fact"`
	Plies  int            `json:"plies,omitempty"`  // to mate, if the shortest one is known
	Pieces []string       `json:"pieces,omitempty"` // concerned, in English
	For    []string       `json:"for,omitempty"`    // the pieces given for them
	Line   []nitoryu.Move `json:"line"`             // what happens after the move, or for what is missed instead of it
}

// Exercise is a position in which the player is to find a better move than the game has.
type Exercise struct {
	Position  string         `json:"position"` // before the move that led to it, if there was one
	Moves     []nitoryu.Move `json:"moves"`    // that move
	Solutions []nitoryu.Move `json:"solutions"`
}

// Text is a text in each language.
type Text struct {
	English  string `json:"en"`
	Japanese string `json:"ja"`
}

// reportSides are the names of the sides in a game.
func reportSides(game string) [2]string {
	if game == chess.Rules.Name {
		return [2]string{"white", "black"}
	}
	return [2]string{"sente", "gote"}
}

// Telling says what a report tells besides the judgements.
type Telling struct {
	Words   *Words // the language of comments and of the opening
	Texts   bool   // each move has a text in all languages, too
	Engine  string // who judged
	Options Options
	Opening opening.Name
}

// Report returns the game for programs. It is to be asked for before lines are forgotten by [Game.Keep]: all
// that are known say what solves an exercise. The error is about moves that are not legal.
func (r *Game) Report(t Telling) (*Report, error) {
	start, err := r.Record.Position()
	if err != nil {
		return nil, err
	}
	w := reporter{Telling: t, game: r, sides: reportSides(r.Record.Rules.Name)}
	if t.Texts {
		words, err := NewTongues(start)
		if err != nil {
			return nil, err
		}
		w.words = &words
	}
	told := &Report{
		Schema: Schema, Game: r.Record.Rules.Name, Start: start.String(), Result: r.Record.Result.String(), Engine: t.Engine, Limits: t.Options.Describe(English),
		Opening: w.opening(), Turns: []int{}, Moves: []MoveReport{},
	}
	for c := range r.Players {
		told.Players[c] = w.player(c)
	}
	english := Words{Language: English}
	for p := Middlegame; p < Phases; p++ {
		if begin := r.Begins[p]; begin >= 0 {
			if told.Phases == nil {
				told.Phases = map[string]int{}
			}
			told.Phases[english.Phase(p)] = begin
		}
	}
	for _, i := range r.Turns {
		told.Turns = append(told.Turns, r.Moves[i].Ply+1)
	}
	err = r.Each(func(p core.Position, m *Move) { told.Moves = append(told.Moves, w.move(p, m, len(told.Moves))) })
	if err != nil {
		return nil, err
	}
	if len(r.Last.Lines) > 0 {
		for _, m := range r.Record.Moves() {
			record.Play(start, m)
		}
		last := w.thought(start, &r.Last)
		told.Last = &last
	}
	return told, nil
}

// reporter makes a report.
type reporter struct {
	Telling
	game  *Game
	sides [2]string
	words *Tongues // of the texts

	before Exercise // how the position before the next move came about: by a move, if there was one
}

func (w *reporter) opening() *OpeningReport {
	japanese := w.Words.Language == Japanese
	name := w.Opening.In(japanese)
	if name == "" {
		return nil
	}
	told := &OpeningReport{Code: w.Opening.Code, Name: name, Known: w.Opening.Known}
	for c, castle := range w.Opening.Castles {
		told.Castles[c] = castle.In(japanese)
		for _, t := range w.Opening.Strategies[c] {
			told.Strategies[c] = append(told.Strategies[c], t.In(japanese))
		}
		for _, t := range w.Opening.Tactics[c] {
			told.Tactics[c] = append(told.Tactics[c], t.In(japanese))
		}
	}
	return told
}

func (w *reporter) player(c int) PlayerReport {
	p := &w.game.Players[c]
	told := PlayerReport{
		Side: w.sides[c], Name: p.Name, Rating: p.Rating, Moves: p.Moves, Accuracy: p.Accuracy, Loss: p.Loss, Counts: map[string]int{}, MissedWins: p.MissedWins, MissedMates: p.MissedMates,
	}
	if share, ok := p.Agreement(); ok {
		told.Agreement = &share
	}
	for judgement, n := range p.Count {
		if n > 0 {
			told.Counts[Judgement(judgement).String()] = n
		}
	}
	for phase, part := range p.Phases {
		if part.Moves > 0 {
			if told.Phases == nil {
				told.Phases = map[string]float64{}
			}
			told.Phases[(&Words{Language: English}).Phase(Phase(phase))] = part.Accuracy
		}
	}
	for kind := OnlyMove; kind < Praises; kind++ {
		if n := p.Praised[kind]; n > 0 {
			if told.Praise == nil {
				told.Praise = map[string]int{}
			}
			told.Praise[kind.String()] = n
		}
	}
	return told
}

// move tells the i-th move, which is played in p.
func (w *reporter) move(p core.Position, m *Move, i int) MoveReport {
	told := MoveReport{
		Ply: m.Ply + 1, Side: w.sides[m.Side&1], Move: m.Played, Name: strings.Join(w.Words.Write.Line(p, []core.Move{m.Move}), ""), Before: w.thought(p, &m.Before),
		Chance: ofFirst(m.Side, w.game.Chances[i]), After: ofFirst(m.Side, w.game.Chances[i+1]),
		Judgement: m.Judgement.String(), Praise: m.Praise.String(), MissedWin: m.MissedWin, MissedMate: m.MissedMate,
	}
	if m.Sharpness >= 0 {
		told.Sharp = &m.Sharpness
	}
	if m.Judgement != Unjudged {
		told.Loss, told.Accuracy = &m.Loss, &m.Accuracy
	}
	if m.Telling() {
		told.Comment, told.Better = w.Words.Comment(p, m), inside.WriteMoves(p, m.Better(p)...)
		for i := range m.Reasons {
			told.Reasons = append(told.Reasons, w.reason(p, m, &m.Reasons[i]))
		}
	}
	told.Exercise = w.exercise(p, m)
	if w.words != nil && m.Judgement != Unjudged {
		text := w.words.text(func(words *Words) string { return words.Say(p, m) })
		told.Text = &text
	}
	return told
}

func (w *reporter) reason(p core.Position, m *Move, r *Reason) ReasonReport {
	names := w.game.standard.Pieces[English]
	told := ReasonReport{Fact: r.Fact.Name(r.Missed), Plies: r.Plies}
	for _, k := range r.Kinds {
		told.Pieces = append(told.Pieces, names[k])
	}
	for _, k := range r.Paid {
		told.For = append(told.For, names[k])
	}
	if !r.Missed {
		p.Do(m.Move, nil)
		defer p.Undo()
	}
	for _, text := range record.Notation(record.Protocol).Line(p, r.Line) {
		told.Line = append(told.Line, nitoryu.Move(text))
	}
	return told
}

// exercise returns the exercise that a move of p makes, nil for none, and notes the move for the next one.
func (w *reporter) exercise(p core.Position, m *Move) (told *Exercise) {
	here := p.String()
	if m.Teaches() {
		told = &Exercise{Position: w.before.Position, Moves: w.before.Moves}
		if told.Position == "" {
			told.Position, told.Moves = here, []nitoryu.Move{}
		}
		for _, s := range w.game.Solutions(p, m) {
			told.Solutions = append(told.Solutions, nitoryu.Move(p.FormatMove(s)))
		}
	}
	if w.before = (Exercise{}); !m.Passes() {
		w.before = Exercise{Position: here, Moves: []nitoryu.Move{m.Played}}
	}
	return told
}

// thought returns an answer of an engine about p, with as many lines as were asked for.
func (w *reporter) thought(p core.Position, r *nitoryu.Result) ThoughtReport {
	told := ThoughtReport{Nodes: r.Nodes}
	for _, l := range r.Lines[:min(w.Options.lines(), len(r.Lines))] {
		line := LineReport{Depth: l.Depth, Moves: l.Moves}
		if plies, mate := l.Score.Mate(); mate {
			line.Mate = &plies
		} else {
			score := core.Score(l.Score).Points()
			line.Score = &score
		}
		if w.words != nil {
			worth := w.words.Worth(l.Score, w.game.standard.chance(p, l.Score), p.Side())
			line.Worth = &worth
		}
		told.Lines = append(told.Lines, line)
	}
	return told
}
