package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// journalFormat is that of the journal; its number changes with what a line means.
const journalFormat = "nitoryu-analysis-1"

// Journal keeps thoughts in a file: a line each, with the game that they belong to.
type Journal struct {
	mu    sync.Mutex // guards the file
	file  *journal.File
	known map[string]map[int]*entry // by game and position
}

// entry is a line of the journal.
type entry struct {
	Game     string `json:"game"` // key, see keyOf
	Position int    `json:"position"`
	Nodes    uint64 `json:"nodes"`
	Lines    []line `json:"lines"`
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
	wanted, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	j := &Journal{known: map[string]map[int]*entry{}}
	j.file, err = journal.Open(path, journalFormat, setup, func(had []byte, results [][]byte) error {
		if d := journal.Difference(had, wanted, nil); d != "" {
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
		if j.known[e.Game] == nil {
			j.known[e.Game] = map[int]*entry{}
		}
		j.known[e.Game][e.Position] = e
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// recall fills in what the journal knows about the positions of a game, and returns a
// function that tells which those are. What makes no sense there is not known.
func (j *Journal) recall(key string, g *record.Game, thoughts []review.Thought) (known func(position int) bool, err error) {
	entries := j.known[key]
	if len(entries) == 0 {
		return func(int) bool { return false }, nil
	}
	understood := make([]bool, len(thoughts))
	err = eachPosition(g, func(i int, p core.Position) {
		if e := entries[i]; e != nil && i < len(thoughts) {
			thoughts[i], understood[i] = e.thought(p)
		}
	})
	return func(i int) bool { return understood[i] }, err
}

// eachPosition calls visit with the positions of the main line, the last one included.
// visit takes its moves back.
func eachPosition(g *record.Game, visit func(i int, p core.Position)) error {
	p, err := g.Position()
	if err != nil {
		return err
	}
	i := 0
	visit(i, p)
	return g.Replay(func(p core.Position, n *record.Node) bool {
		i++
		m := record.Play(p, n.Move)
		visit(i, p)
		record.TakeBack(p, m)
		return true
	})
}

// thought returns what e says about p, and false if that makes no sense.
func (e *entry) thought(p core.Position) (review.Thought, bool) {
	t := review.Thought{Nodes: e.Nodes}
	for _, l := range e.Lines {
		var moves []core.Move
		for word := range strings.FieldsSeq(l.Moves) {
			m, err := p.ParseMove(word)
			if err != nil {
				break
			}
			p.Do(m, nil)
			moves = append(moves, m)
		}
		for range moves {
			p.Undo()
		}
		sane := l.Score >= -core.Mate && l.Score <= core.Mate && l.Depth >= 0
		if !sane || len(moves) == 0 || len(moves) < len(strings.Fields(l.Moves)) {
			return review.Thought{}, false
		}
		t.Lines = append(t.Lines, review.Line{Score: l.Score, Depth: l.Depth, Moves: moves})
	}
	return t, len(t.Lines) > 0
}

// add adds a thought about position p, number position of a game.
func (j *Journal) add(key string, position int, p core.Position, t *review.Thought) error {
	e := entry{Game: key, Position: position, Nodes: t.Nodes}
	for _, l := range t.Lines {
		e.Lines = append(e.Lines, line{l.Score, l.Depth, formatMoves(p, l.Moves)})
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.file.Add(e)
}

// formatMoves writes moves from p in the notation of the protocol.
func formatMoves(p core.Position, moves []core.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = p.FormatMove(m)
		p.Do(m, nil)
	}
	for range moves {
		p.Undo()
	}
	return strings.Join(words, " ")
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
