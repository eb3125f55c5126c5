package ablate

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Format is the format of the journals.
const Format = "nitoryu-lab-ablate-3"

// Kinds of results in a log.
const (
	nodes = "nodes" // of every position to the depth
	timed = "timed" // of the sample for the time
	match = "match" // games
)

// result is a result in a log.
type result struct {
	Game      string       `json:"game"`
	Technique string       `json:"technique"` // that is off, or Full or Plain
	Parameter string       `json:"parameter,omitempty"`
	Searches  []Search     `json:"searches,omitempty"`
	Counts    *core.Counts `json:"counts,omitempty"` // of these together
	Pairs     *stats.Pairs `json:"pairs,omitempty"`  // of the full search against this one
}

// Setup is what has to be the same for measurements to be comparable.
type Setup struct {
	measure.Machine
	Limits
	Games      []string              `json:"games"`
	Depths     map[string]int        `json:"depths"` // all of these by game, as in GameSetup
	Positions  map[string][]string   `json:"positions"`
	Parameters map[string]params.Set `json:"parameters"`
	Unused     map[string][]string   `json:"unused"`
}

// of returns the setup in a game.
func (s *Setup) of(game string) GameSetup {
	return GameSetup{game, s.Depths[game], s.Positions[game], s.Parameters[game], s.Unused[game]}
}

// Limits are what holds for all games.
type Limits struct {
	Cap    float64       `json:"cap"`     // largest multiple of the full search's nodes
	Time   time.Duration `json:"time_ns"` // of the searches in Row.Timed
	Sample int           `json:"sample"`  // number of these
	Match  string        `json:"match"`   // the limit of moves in Row.Match, in words
}

// GameSetup is the setup in one game.
type GameSetup struct {
	Game       string     `json:"game"`
	Depth      int        `json:"depth"` // plies
	Positions  []string   `json:"positions"`
	Parameters params.Set `json:"parameters"`
	Unused     []string   `json:"unused"` // techniques that are off in this game
}

// Report is everything that was measured, as counted; [Game.Summaries] computes what is
// shown of it.
type Report struct {
	Machine  measure.Machine `json:"machine"`
	Began    time.Time       `json:"began"`
	Complete bool            `json:"complete"` // no search is missing, and no game that was asked for
	Games    []Game          `json:"games"`
}

// Game is what was measured in one game. The first row is that of the full search.
type Game struct {
	Setup  GameSetup `json:"setup"`
	Limits Limits    `json:"limits"`
	Sample []int     `json:"sample"` // positions of Row.Timed
	Rows   []Row     `json:"rows"`
}

// Row is what was measured of one search. What was not measured is nil.
type Row struct {
	Technique string       `json:"technique"` // that is off, or Full or Plain
	Parameter string       `json:"parameter,omitempty"`
	Searches  []Search     `json:"searches"`         // of each position to the depth
	Counts    *core.Counts `json:"counts,omitempty"` // of these together
	Timed     []Search     `json:"timed,omitempty"`
	Match     *stats.Pairs `json:"match,omitempty"` // of the full search against this one
}

// NewReport returns the report of a log with that setup. An error names the line of the
// journal that makes no sense.
func NewReport(s *Setup, l *measure.Log) (*Report, error) {
	r := &Report{Machine: s.Machine, Began: l.Began, Complete: l.Complete}
	for _, name := range s.Games {
		if _, err := games.ByName(name); err != nil {
			return nil, err
		}
		r.Games = append(r.Games, Game{Setup: s.of(name), Limits: s.Limits})
	}
	for _, kind := range []struct {
		name string
		add  func(*Game, result) error
	}{{nodes, (*Game).addNodes}, {timed, (*Game).addTimed}, {match, (*Game).addMatch}} {
		_, err := measure.All(l, kind.name, func(x result) error {
			g := r.game(x.Game)
			if g == nil {
				return fmt.Errorf("%q is no game of this run", x.Game)
			}
			if err := kind.add(g, x); err != nil {
				return fmt.Errorf("%s, %q: %w", x.Game, x.Technique, err)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	r.Complete = r.Complete && !slices.ContainsFunc(r.Games, func(g Game) bool { return g.lacks() })
	return r, nil
}

func (g *Game) addNodes(x result) error {
	switch {
	case (len(g.Rows) == 0) != (x.Technique == Full):
		return errors.New("the full search has to come first, once")
	case g.row(x.Technique) != nil || slices.Contains(g.Setup.Unused, x.Technique):
		return errors.New("it is measured twice, or not used in this game")
	case len(x.Searches) != len(g.Setup.Positions):
		return fmt.Errorf("%d searches of %d positions", len(x.Searches), len(g.Setup.Positions))
	case x.Counts != nil && x.Counts.CutoffsAt[0] > x.Counts.Cutoffs:
		return errors.New("impossible counts")
	}
	g.Rows = append(g.Rows, Row{Technique: x.Technique, Parameter: x.Parameter, Searches: x.Searches, Counts: x.Counts})
	if x.Technique == Full {
		g.Sample = hardest(x.Searches, g.Limits.Sample)
	}
	return check(x.Searches)
}

func (g *Game) addTimed(x result) error {
	row := g.row(x.Technique)
	if row == nil || row.Timed != nil || len(x.Searches) != len(g.Sample) {
		return fmt.Errorf("%d timed searches of %d positions, or twice, or nothing to compare them with", len(x.Searches), len(g.Sample))
	}
	row.Timed = x.Searches
	return check(x.Searches)
}

func (g *Game) addMatch(x result) error {
	row := g.row(x.Technique)
	if row == nil || x.Pairs == nil {
		return errors.New("no match, or nothing to compare it with")
	}
	const most = 1e9
	for _, n := range x.Pairs {
		if n < 0 || n > most {
			return fmt.Errorf("%d pairs of games", n)
		}
	}
	if row.Match != nil {
		*x.Pairs = row.Match.Add(*x.Pairs)
	}
	row.Match = x.Pairs
	return nil
}

// check returns an error for impossible searches.
func check(list []Search) error {
	for i, s := range list {
		if err := s.check(); err != nil {
			return fmt.Errorf("search %d: %w", i+1, err)
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
		return errors.New("no nodes")
	case s.FirstMoveCutoffs > s.Cutoffs:
		return fmt.Errorf("%d of %d cutoffs on the first move", s.FirstMoveCutoffs, s.Cutoffs)
	case s.Elapsed < 0:
		return fmt.Errorf("it took %v", s.Elapsed)
	}
	return nil
}

// hardest returns the n positions that took most nodes.
func hardest(searches []Search, n int) []int {
	var counts []uint64
	for _, s := range searches {
		counts = append(counts, s.Nodes)
	}
	return measure.Hardest(counts, n)
}

// equal reports whether two searches of the same positions are the same to the node.
func equal(a, b []Search) bool {
	return slices.EqualFunc(a, b, func(a, b Search) bool {
		return a.Nodes == b.Nodes && a.Cutoffs == b.Cutoffs && a.FirstMoveCutoffs == b.FirstMoveCutoffs && slices.Equal(a.Iterations, b.Iterations)
	})
}

// unaffected reports whether a search other than the full one is the same.
func (g *Game) unaffected(i int) bool { return i > 0 && equal(g.Rows[i].Searches, g.Rows[0].Searches) }

// lacks reports whether a row lacks its timed searches, which an interrupted run may have
// left out.
func (g *Game) lacks() bool {
	for i := range g.Rows {
		if g.Rows[i].Timed == nil && len(g.Sample) > 0 && !g.unaffected(i) {
			return true
		}
	}
	return false
}

// game returns the game with that name, nil if it is not in the report.
func (r *Report) game(name string) *Game {
	for i := range r.Games {
		if r.Games[i].Setup.Game == name {
			return &r.Games[i]
		}
	}
	return nil
}

// row returns the row with that name, nil if there is none.
func (g *Game) row(technique string) *Row {
	for i := range g.Rows {
		if g.Rows[i].Technique == technique {
			return &g.Rows[i]
		}
	}
	return nil
}
