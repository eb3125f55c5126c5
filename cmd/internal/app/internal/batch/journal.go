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
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// journalFormat is the format of the journal; its number changes with what a line means.
const journalFormat = "nitoryu-analysis-3"

// Journal keeps thoughts in a file: a line each, with the game that they belong to.
type Journal struct {
	mu    sync.Mutex // guards the file
	file  *journal.File
	known map[place]*entry
}

// place is what an entry is about.
type place struct {
	game            string // key, see keyOf
	round, position int
}

// entry is a line of the journal.
type entry struct {
	Game string `json:"game"`
	review.Found
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
		j.known[place{e.Game, e.Round, e.Position}] = e
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// of returns the memory of a game.
func (j *Journal) of(g *record.Game) (memory, error) {
	key, err := keyOf(g)
	return memory{j, key}, err
}

// memory is what a journal has of a game.
type memory struct {
	journal *Journal
	key     string
}

// Recall implements [review.Memory].
func (m memory) Recall(round, position int) (t review.Thought, known bool) {
	e := m.journal.known[place{m.key, round, position}]
	if e == nil {
		return t, false
	}
	return e.Thought()
}

// Keep implements [review.Memory].
func (m memory) Keep(round, position int, t review.Thought) error {
	m.journal.mu.Lock()
	defer m.journal.mu.Unlock()
	return m.journal.file.Add(entry{m.key, review.NewFound(round, position, t)})
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
