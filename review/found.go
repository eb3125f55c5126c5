package review

import (
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Found is a thought with its place, as it is written in JSON: what a [Memory] gives to a journal, or
// to a page, for a review that goes on later.
type Found struct {
	Round    int         `json:"round,omitempty"`
	Position int         `json:"position"`
	Nodes    uint64      `json:"nodes,omitempty"`
	Settled  int         `json:"settled,omitempty"`
	Lines    []FoundLine `json:"lines,omitempty"`
	// Of a comparison.
	Against nitoryu.Move      `json:"against,omitempty"` // the best move
	Played  nitoryu.Move      `json:"played,omitempty"`
	Scores  *[2]nitoryu.Score `json:"scores,omitempty"` // after both
}

// FoundLine is a line of a thought.
type FoundLine struct {
	Score core.Score `json:"score"`
	Depth int        `json:"depth"`
	Moves string     `json:"moves"` // in the notation of the protocol
}

// NewFound returns what was found about a position in a round.
func NewFound(round, position int, t Thought) Found {
	f := Found{Round: round, Position: position, Nodes: t.Answer.Nodes, Settled: t.Answer.Settled}
	if c := t.Compared; c.Best != nitoryu.NoMove {
		f.Against, f.Played, f.Scores = c.Best, c.Played, &c.Scores
	}
	for _, l := range t.Answer.Lines {
		var words []string
		for _, m := range l.Moves {
			words = append(words, string(m))
		}
		f.Lines = append(f.Lines, FoundLine{core.Score(l.Score), l.Depth, strings.Join(words, " ")})
	}
	return f
}

// Thought returns the thought, and whether it can be one: [Plan] looks whether it makes sense in its place.
func (f *Found) Thought() (t Thought, ok bool) {
	if (f.Against != nitoryu.NoMove) != (f.Scores != nil) {
		return t, false
	}
	if f.Scores != nil {
		t.Compared = Comparison{Best: f.Against, Played: f.Played, Scores: *f.Scores}
		return t, true
	}
	t.Answer = nitoryu.Result{Nodes: f.Nodes, Settled: max(0, f.Settled)}
	for i, l := range f.Lines {
		line := nitoryu.Line{Rank: i + 1, Score: nitoryu.Score(l.Score), Depth: l.Depth}
		for word := range strings.FieldsSeq(l.Moves) {
			line.Moves = append(line.Moves, nitoryu.Move(word))
		}
		t.Answer.Lines = append(t.Answer.Lines, line)
	}
	return t, true
}
