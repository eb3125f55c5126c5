package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// journalFormat is that of the journal; its number changes with what a line means.
const journalFormat = "nitoryu-analysis-3"

// Journal keeps thoughts in a file: a line each, with the game that they belong to.
type Journal struct {
	mu    sync.Mutex // guards the file
	file  *journal.File
	known map[place]*entry
}

// place is what an entry is about.
type place struct {
	Game     string `json:"game"` // key, see keyOf
	Round    int    `json:"round,omitempty"`
	Position int    `json:"position"`
}

// entry is a line of the journal.
type entry struct {
	place
	Nodes   uint64 `json:"nodes,omitempty"`
	Settled int    `json:"settled,omitempty"`
	Lines   []line `json:"lines,omitempty"`
	// Of a comparison.
	Against nitoryu.Move      `json:"against,omitempty"`
	Played  nitoryu.Move      `json:"played,omitempty"`
	Scores  *[2]nitoryu.Score `json:"scores,omitempty"`
}

// line is a line of thought.
type line struct {
	Score core.Score `json:"score"`
	Depth int        `json:"depth"`
	Moves string     `json:"moves"` // in the notation of the protocol
}

// Open opens a journal for thoughts by this setup, a JSON object: the engine, its
// evaluation and its limits. The file is created if it does not exist. One with another
// setup is an error, and stays as it is.
func Open(path string, setup any) (*Journal, error) {
	j := &Journal{known: map[place]*entry{}}
	var err error
	j.file, err = journal.Open(path, journalFormat, setup, func(had []byte, results [][]byte) error {
		if d := journal.Difference(json.RawMessage(had), setup, nil); d != "" {
			return errors.New("this journal is of another analysis: " + d + "; choose another file")
		}
		return j.read(results)
	})
	if err != nil {
		return nil, err
	}
	return j, nil
}

// read reads the lines of a journal. Of equal ones the last counts.
func (j *Journal) read(lines [][]byte) error {
	for i, text := range lines {
		e := &entry{}
		if err := json.Unmarshal(text, e); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
		j.known[e.place] = e
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// recall returns what the journal knows about doubts of a round in a game. What makes no sense there
// is not known.
func (j *Journal) recall(key string, round int, g *record.Game, doubts []review.Doubt) map[review.Doubt]thought {
	had := map[review.Doubt]thought{}
	var answered []review.Doubt
	for _, d := range doubts {
		e := j.known[place{key, round, d.Position}]
		switch {
		case e == nil || e.Against != d.Against || e.Played != d.Played:
		case d.Against == nitoryu.NoMove:
			answered = append(answered, d)
		case e.Scores != nil:
			had[d] = thought{scores: *e.Scores}
		}
	}
	for i, p := range positionsOf(g, answered) {
		d := answered[i]
		if r, ok := j.known[place{key, round, d.Position}].answer(p); ok {
			had[d] = thought{Result: r}
		}
	}
	return had
}

// answer returns what e says about p, and false if that makes no sense.
func (e *entry) answer(p *nitoryu.Position) (nitoryu.Result, bool) {
	r := nitoryu.Result{Nodes: e.Nodes, Settled: max(0, e.Settled)}
	for _, l := range e.Lines {
		q := p.Clone()
		for word := range strings.FieldsSeq(l.Moves) {
			if q.Play(nitoryu.Move(word)) != nil {
				return nitoryu.Result{}, false
			}
		}
		moves := q.Moves()[len(p.Moves()):]
		if l.Score < -core.Mate || l.Score > core.Mate || l.Depth < 0 || len(moves) == 0 {
			return nitoryu.Result{}, false
		}
		r.Lines = append(r.Lines, nitoryu.Line{Rank: len(r.Lines) + 1, Score: nitoryu.Score(l.Score), Depth: l.Depth, Moves: moves})
	}
	return r, len(r.Lines) > 0
}

// add adds what a round found about a doubt of a game.
func (j *Journal) add(key string, round int, d review.Doubt, t *thought) error {
	e := entry{place: place{key, round, d.Position}, Nodes: t.Nodes, Settled: t.Settled, Against: d.Against, Played: d.Played}
	if d.Against != nitoryu.NoMove {
		e.Scores = &t.scores
	}
	for _, l := range t.Lines {
		var words []string
		for _, m := range l.Moves {
			words = append(words, string(m))
		}
		e.Lines = append(e.Lines, line{core.Score(l.Score), l.Depth, strings.Join(words, " ")})
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.file.Add(e)
}

// keyOf returns what identifies a game: its rules, start and moves, but not its players.
func keyOf(g *record.Game) (string, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %+v\n", g.Rules.Name, g.Settings)
	if err := record.Write(&text, g, record.USI, record.Options{}); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text.String()))
	return hex.EncodeToString(sum[:8]), nil
}
