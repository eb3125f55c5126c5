package ablate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Report is everything that was measured, as counted; [Game.Summaries] computes
// what is shown of it.
type Report struct {
	Format   int       `json:"format"` // see the constant
	Began    time.Time `json:"began"`
	Complete bool      `json:"complete"` // no search is missing, and no game that was asked for
	Games    []Game    `json:"games"`
}

// Format is the format of the files that Write writes and Read reads. Before there
// were formats, files knew nothing of techniques that a game does not use.
const Format = 2

// Game is what was measured in one game. The first row is that of the full search.
type Game struct {
	Setup  Setup    `json:"setup"`
	Sample []int    `json:"sample"`           // positions of Row.Timed; nil until the full search is done
	Unused []string `json:"unused,omitempty"` // techniques that are off in this game
	Rows   []Row    `json:"rows"`
}

// Setup is what has to be equal for measurements to be comparable.
type Setup struct {
	Game       string        `json:"game"`
	Version    string        `json:"version"`  // of the engine
	Platform   string        `json:"platform"` // system, architecture and release of Go
	Parameters params.Set    `json:"parameters"`
	Positions  []string      `json:"positions"`
	Depth      int           `json:"depth"`   // plies
	Cap        float64       `json:"cap"`     // largest multiple of the full search's nodes
	Time       time.Duration `json:"time_ns"` // of the searches in Row.Timed
	Sample     int           `json:"sample"`  // number of these
	Match      string        `json:"match"`   // what limits the moves of Row.Match in words; empty: no games
}

// Row is what was measured of one search. What is not measured, or not yet, is nil.
type Row struct {
	Technique string       `json:"technique"` // that is off, or Full or Plain
	Parameter string       `json:"parameter,omitempty"`
	Searches  []Search     `json:"searches,omitempty"` // of each position to Setup.Depth
	Counts    *core.Counts `json:"counts,omitempty"`   // of these together
	Timed     []Search     `json:"timed,omitempty"`    // of each position of Game.Sample for Setup.Time
	Match     *stats.Pairs `json:"match,omitempty"`    // points of the full search against this one
}

// Read reads a report that was written with Write. The error says what is older or
// newer, or names the game and the row that make no sense.
func Read(from io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(from).Decode(&r); err != nil {
		return nil, fmt.Errorf("this is no report of techniques: %w", err)
	}
	if r.Format != Format {
		return nil, fmt.Errorf("this report is in format %d, and format %d is what is read here", r.Format, Format)
	}
	for i := range r.Games {
		if err := r.Games[i].check(); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return &r, nil
}

// Write writes the report as JSON.
func (r *Report) Write(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "\t")
	return e.Encode(r)
}

// check reports what could not have been measured.
func (g *Game) check() error {
	if _, err := games.ByName(g.Setup.Game); err != nil {
		return err
	}
	for _, i := range g.Sample {
		if i < 0 || i >= len(g.Setup.Positions) {
			return fmt.Errorf("the sample names position %d of %d", i, len(g.Setup.Positions))
		}
	}
	seen := map[string]bool{}
	for _, technique := range g.Unused {
		seen[technique] = true
	}
	for i, row := range g.Rows {
		if (i == 0) != (row.Technique == Full) || seen[row.Technique] {
			return fmt.Errorf("row %d, %q, stands in the wrong place", i+1, row.Technique)
		}
		seen[row.Technique] = true
		if err := row.check(g); err != nil {
			return fmt.Errorf("row %d, %q: %w", i+1, row.Technique, err)
		}
		if row.Searches != nil && g.Rows[0].Searches == nil {
			return fmt.Errorf("row %d, %q, has no full search to be compared with", i+1, row.Technique)
		}
	}
	return nil
}

func (r *Row) check(g *Game) error {
	if r.Searches != nil && len(r.Searches) != len(g.Setup.Positions) {
		return fmt.Errorf("%d searches of %d positions", len(r.Searches), len(g.Setup.Positions))
	}
	if r.Timed != nil && len(r.Timed) != len(g.Sample) {
		return fmt.Errorf("%d timed searches of %d positions", len(r.Timed), len(g.Sample))
	}
	for _, list := range [][]Search{r.Searches, r.Timed} {
		for i, search := range list {
			if err := search.check(); err != nil {
				return fmt.Errorf("search %d: %w", i+1, err)
			}
		}
	}
	if c := r.Counts; c != nil && (r.Searches == nil || c.CutoffsAt[0] > c.Cutoffs) {
		return errors.New("what was counted in its searches is none of theirs")
	}
	if r.Match != nil {
		const most = 1e9
		for _, n := range r.Match {
			if n < 0 || n > most {
				return fmt.Errorf("%d pairs of games", n)
			}
		}
	}
	return nil
}

func (s *Search) check() error {
	last := uint64(0)
	for i, nodes := range s.Iterations {
		if nodes <= last || nodes > s.Nodes {
			return fmt.Errorf("depth %d was finished after %d nodes", i+1, nodes)
		}
		last = nodes
	}
	switch {
	case s.Nodes == 0:
		return fmt.Errorf("no nodes")
	case s.FirstMoveCutoffs > s.Cutoffs:
		return fmt.Errorf("%d of %d cutoffs on the first move", s.FirstMoveCutoffs, s.Cutoffs)
	case s.Elapsed < 0:
		return fmt.Errorf("it took %v", s.Elapsed)
	}
	return nil
}

// game returns the game with that name, nil if it is not in the report.
func (r *Report) game(name string) *Game {
	if r == nil {
		return nil
	}
	for i := range r.Games {
		if r.Games[i].Setup.Game == name {
			return &r.Games[i]
		}
	}
	return nil
}

// row returns the row with that name, nil if there is none.
func (g *Game) row(technique string) *Row {
	if g == nil {
		return nil
	}
	for i := range g.Rows {
		if g.Rows[i].Technique == technique {
			return &g.Rows[i]
		}
	}
	return nil
}

// difference names the first thing in which two setups differ, and how; empty if
// they are equal.
func (s Setup) difference(other Setup) string {
	a, b := reflect.ValueOf(s), reflect.ValueOf(other)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			name := a.Type().Field(i).Name
			if name == "Parameters" || name == "Positions" {
				return "its " + name + " are others"
			}
			return fmt.Sprintf("its %s is %v, not %v", name, y, x)
		}
	}
	return ""
}
