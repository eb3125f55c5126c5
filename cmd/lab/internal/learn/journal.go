package learn

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

// Names of files in the folder of a run.
const (
	journalName = "learn.jsonl"
	NewestName  = "newest.net"
	pageName    = "progress.html"
)

const journalFormat = "nitoryu-lab-learn-1"

// entry is a line of the journal: one of its fields.
type entry struct {
	Settings   *change     `json:"settings,omitempty"`
	Spent      float64     `json:"spent,omitempty"` // seconds of processor time
	Generation *Generation `json:"generation,omitempty"`
	Matches    []Match     `json:"matches,omitempty"` // of one generation; the last is against the generation before
}

// change is new settings from a generation on.
type change struct {
	First int `json:"first"`
	Settings
}

// Generation is a finished generation.
type Generation struct {
	Number    int   `json:"number"`
	Games     int64 `json:"games"`
	Positions int64 `json:"positions"` // of its games that training keeps
	Trained
	Hash string `json:"hash"` // of the network

	hours float64 // of the run at its end
}

// Trained is what training says about a network.
type Trained struct {
	Window     int64   `json:"window"` // positions that it was trained on
	Loss       float64 `json:"loss"`
	Validation float64 `json:"validation"`
}

// Match is a match of two generations, counted from the view of the first.
type Match struct {
	Generation int         `json:"generation"`
	Against    int         `json:"against"`
	Games      stats.Games `json:"games"`
	Pairs      stats.Pairs `json:"pairs"`
}

// Estimate returns the difference in Elo.
func (m *Match) Estimate() stats.Estimate {
	if m.Pairs.N() == 0 {
		return m.Games.Estimate()
	}
	return m.Pairs.Estimate()
}

// state is what the journal says.
type state struct {
	changes     []change // the first is the initial settings
	generations []Generation
	matches     []Match
	spent       float64
}

// newest returns the settings of the last start.
func (st *state) newest() *Settings { return &st.changes[len(st.changes)-1].Settings }

// at returns the settings of a generation.
func (st *state) at(n int) (s Settings) {
	for _, c := range st.changes {
		if c.First <= n {
			s = c.Settings
		}
	}
	return s
}

// last returns the number of the last finished generation.
func (st *state) last() int { return len(st.generations) }

// add takes one line, or refuses it.
func (st *state) add(e *entry) error {
	st.spent += e.Spent
	if c := e.Settings; c != nil {
		if c.Game != st.newest().Game || c.From != st.newest().From {
			return errors.New("the settings belong to another run")
		}
		st.changes = append(st.changes, *c)
		return c.Validate()
	}
	if g := e.Generation; g != nil {
		if g.Number != st.last()+1 {
			return fmt.Errorf("generation %d follows %d", g.Number, st.last())
		}
		g.hours = st.spent / 3600
		st.generations = append(st.generations, *g)
	}
	for _, m := range e.Matches {
		if m.Generation < 1 || m.Generation > st.last() || m.Against < 0 || m.Against >= m.Generation {
			return fmt.Errorf("a match of generation %d against %d after %d of them", m.Generation, m.Against, st.last())
		}
		st.matches = append(st.matches, m)
	}
	return nil
}

// parse reads a journal.
func parse(settings []byte, lines [][]byte) (*state, error) {
	var s Settings
	err := json.Unmarshal(settings, &s)
	if err == nil {
		err = s.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	st := &state{changes: []change{{1, s}}}
	if err := journal.Decode(lines, st.add); err != nil {
		return nil, err
	}
	return st, nil
}

// Stored returns the settings of the run in a folder, nil if the folder has no run, and the
// file of its newest network, "" if the run has no network yet.
func Stored(folder string) (had *Settings, newest string, err error) {
	path := filepath.Join(folder, journalName)
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil, "", nil
	}
	err = journal.Read(path, journalFormat, func(settings []byte, lines [][]byte) error {
		st, err := parse(settings, lines)
		if err == nil {
			had = st.newest()
		}
		return err
	})
	if newest = filepath.Join(folder, NewestName); !exists(newest) {
		newest = ""
	}
	return had, newest, err
}
