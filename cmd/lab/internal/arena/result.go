package arena

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// Result is one finished game, a line of the journal.
type Result struct {
	Game     int         `json:"game"`  // number in the schedule, from 0
	Seats    [2]int      `json:"seats"` // contestant by colour
	Names    [2]string   `json:"names"` // by colour
	Began    time.Time   `json:"began"`
	Start    string      `json:"start"` // FEN or SFEN
	Book     int         `json:"book"`  // number of moves of the opening
	Mover    core.Color  `json:"mover"` // side to move after it
	Moves    string      `json:"moves"` // in protocol notation, including the opening
	Thoughts []Thought   `json:"thoughts"`
	Result   string      `json:"result"` // as in PGN
	Ending   core.Ending `json:"ending"`
	Detail   string      `json:"detail,omitempty"`   // what went wrong, or what settled the game
	Position string      `json:"position,omitempty"` // where something went wrong
	Notes    []Note      `json:"notes,omitempty"`
}

// Thought is the search information for a move: score for the side that moved, depth,
// nodes, and the measured time in microseconds. A depth of -1 means that there was no
// information.
type Thought [4]int64

// Score returns the score and whether there was one.
func (t Thought) Score() (core.Score, bool) { return core.Score(t[0]), t[1] >= 0 }

// Depth returns the depth in plies, -1 if unknown.
func (t Thought) Depth() int { return int(t[1]) }

// Nodes returns the nodes searched.
func (t Thought) Nodes() uint64 { return uint64(t[2]) }

// Elapsed returns the time taken.
func (t Thought) Elapsed() time.Duration { return time.Duration(t[3]) * time.Microsecond }

// Note is something wrong that did not decide the game.
type Note struct {
	Side     core.Color `json:"side"`
	Text     string     `json:"text"`
	Position string     `json:"position"`
	Replaced bool       `json:"replaced,omitempty"` // it failed between two games
}

// check returns an error if a line of the journal has impossible numbers.
func (r *Result) check() error {
	if r.Mover > core.Second {
		return fmt.Errorf("there is no mover %d", r.Mover)
	}
	for _, n := range r.Notes {
		if n.Side > core.Second {
			return fmt.Errorf("a note is about side %d", n.Side)
		}
	}
	return nil
}

// Points returns what the player of colour c got: 2 for a win, 1 for a draw.
func (r *Result) Points(c core.Color) int {
	switch r.Result {
	case record.Draw.String():
		return 1
	case record.WinOf(c).String():
		return 2
	}
	return 0
}

// Fault returns the side whose fault ended the game, if one did. A fault loses the game, except
// for running out of time against a side that cannot win.
func (r *Result) Fault() (side core.Color, faulty bool) {
	switch {
	case !r.Ending.IsFault():
		return 0, false
	case r.Points(core.First) == 1: // only the side to move can run out of time
		played := len(strings.Fields(r.Moves)) - r.Book
		return r.Mover ^ core.Color(played&1), true
	}
	return core.Color(r.Points(core.First) / 2), true // the winner is the other one
}

// Record returns the game for the formats of other programs. It fails if a move is not
// legal.
func (r *Result) Record(rules core.Rules, s core.Settings, event string, controls [2]Control) (*record.Game, error) {
	g, err := record.NewGame(rules, r.Start, s)
	if err != nil {
		return nil, err
	}
	g.Result, _ = record.ParseResult(r.Result)
	g.Ending = r.Ending
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	start := p.String()
	if start == rules.Start(s).String() && !s.Chess960 {
		g.Start = ""
	}
	moves := strings.Fields(r.Moves)
	pgn := rules.Name == record.PGN.Game()
	n := g.Root
	for i, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", r.Game+1, i+1, err)
		}
		n = n.Add(m)
		if !pgn { // readers of CSA expect a time of whole seconds for every move
			n.Spent = record.Known(0)
		}
		if i >= r.Book && i-r.Book < len(r.Thoughts) {
			r.Thoughts[i-r.Book].annotate(n, p.Side(), pgn)
		}
		p.Do(m, nil)
	}
	r.tag(g, event, controls[core.First].tag(pgn), len(moves))
	return g, nil
}

// annotate writes a thought into the record of its move.
func (t Thought) annotate(n *record.Node, side core.Color, fractions bool) {
	if n.Spent = record.Known(t.Elapsed()); !fractions {
		n.Spent.Duration = n.Spent.Duration.Truncate(time.Second)
	}
	score, known := t.Score()
	if !known {
		return
	}
	if side == core.Second {
		score = -score
	}
	n.Eval = &record.Eval{Score: score, Depth: t.Depth(), Nodes: t.Nodes()}
}

// tag sets the tags of the record of the game, in the order in which they are written.
func (r *Result) tag(g *record.Game, event, control string, plies int) {
	began := func(layout string) string {
		if r.Began.IsZero() {
			return ""
		}
		return r.Began.Format(layout)
	}
	tags := []record.Tag{
		{Name: record.TagSente, Value: r.Names[core.First]}, {Name: record.TagGote, Value: r.Names[core.Second]}, // first, in CSA
		{Name: record.TagStartTime, Value: began("2006/01/02 15:04:05")}, {Name: record.TagEvent, Value: event}, {Name: record.TagTimeControl, Value: control},
	}
	if g.Rules.Name == record.PGN.Game() {
		tags = []record.Tag{
			{Name: record.TagEvent, Value: event}, {Name: record.TagDate, Value: began("2006.01.02")},
			{Name: record.TagRound, Value: fmt.Sprintf("%d.%d", r.Game/2+1, r.Game%2+1)},
			{Name: record.TagWhite, Value: r.Names[core.First]}, {Name: record.TagBlack, Value: r.Names[core.Second]},
			{Name: record.TagResult, Value: r.Result}, {Name: "Time", Value: began(time.TimeOnly)}, {Name: record.TagTimeControl, Value: control},
			{Name: record.TagTermination, Value: g.Termination()}, {Name: "PlyCount", Value: strconv.Itoa(plies)},
		}
	}
	if g.Settings.Chess960 {
		tags = append(tags, record.Tag{Name: record.TagVariant, Value: "fischerandom"}) // as match managers call it
	}
	for _, t := range tags {
		if t.Value != "" {
			g.Tags.Set(t.Name, t.Value)
		}
	}
}
