package contention

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Format is the format of the journals.
const Format = "nitoryu-lab-contention-1"

// Kinds of results in a log.
const (
	searches = "search"
	tears    = "tear"
)

// Report is everything that was measured, as counted; [Game.Cell] and [Game.Prediction]
// compute what is shown of it.
type Report struct {
	Setup    Setup  `json:"setup"`
	Complete bool   `json:"complete"`
	Games    []Game `json:"games"`
	Tears    []Tear `json:"tears,omitempty"`
}

// Game is what was measured in one game.
type Game struct {
	Name      string   `json:"name"`
	Depth     int      `json:"depth"` // in plies
	Positions []string `json:"positions"`
	Threads   []int    `json:"threads"`
	Tables    []int    `json:"tables"`   // sizes in KiB
	Searches  []Search `json:"searches"` // of each position with each number of threads on each table
}

// Search is what one search counted until a thread had finished the depth.
type Search struct {
	Game     string                     `json:"game"`
	Position int                        `json:"position"` // index
	FEN      string                     `json:"fen"`      // FEN or SFEN
	KiB      int                        `json:"kib"`
	Threads  int                        `json:"threads"`
	Time     uint64                     `json:"time"`  // virtual: nodes of that thread
	Nodes    uint64                     `json:"nodes"` // of all threads
	Probes   uint64                     `json:"probes"`
	Hits     uint64                     `json:"hits"`
	Stores   [core.StoreOutcomes]uint64 `json:"stores"` // by what they did to the table
	Full     int                        `json:"full"`   // permille of the table at the end
	Watch    Watch                      `json:"watch"`
}

func (s *Setup) check(x Search) error {
	if !slices.Contains(s.Games, x.Game) || !slices.Contains(s.Threads, x.Threads) || !slices.Contains(s.Tables, x.KiB) || x.Time == 0 || x.Nodes == 0 {
		return fmt.Errorf("this is no search: %+v", x)
	}
	return nil
}

// NewReport returns the report of a log with that setup. Positions for which searches are
// missing are left out. An error names the line of the journal that makes no sense.
func NewReport(s *Setup, l *measure.Log) (*Report, error) {
	r := &Report{Setup: *s, Complete: l.Complete}
	all, err := measure.All(l, searches, s.check)
	if err != nil {
		return nil, err
	}
	r.Tears, err = measure.All(l, tears, func(t Tear) error {
		if t.Probes == 0 {
			return errors.New("this counts no torn entries")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range s.Games {
		game, err := games.ByName(name)
		if err != nil {
			return nil, err
		}
		of := map[int][]Search{} // by position
		for _, x := range all {
			if x.Game == name {
				of[x.Position] = append(of[x.Position], x)
			}
		}
		g := Game{Name: name, Depth: s.depth(game), Threads: s.Threads, Tables: s.Tables}
		for _, position := range slices.Sorted(maps.Keys(of)) {
			list := of[position]
			if len(list) == len(s.Threads)*len(s.Tables) {
				g.Positions = append(g.Positions, list[0].FEN)
				g.Searches = append(g.Searches, list...)
			}
		}
		r.Games = append(r.Games, g)
	}
	return r, nil
}

// Cell sums up the searches with one number of threads on one table. Each is compared
// with that of one thread on the same table.
type Cell struct {
	KiB, Threads int
	Searches     int     // positions
	Speedup      float64 // time of one thread by this time, geometric mean
	Margin       float64 // two standard errors of Speedup, as a factor; NaN: one position
	Work         float64 // nodes by those of one thread, geometric mean
	Nodes        uint64
	Probes, Hits uint64
	Stores       [core.StoreOutcomes]uint64
	Full         float64 // mean, 0 to 1
	Watch        Watch
}

// Cell returns what was measured with that number of threads on the table of that size.
// ok says that there is something.
func (g *Game) Cell(kib, threads int) (c Cell, ok bool) {
	alone := map[int]*Search{}
	for i := range g.Searches {
		if s := &g.Searches[i]; s.KiB == kib && s.Threads == 1 {
			alone[s.Position] = s
		}
	}
	c = Cell{KiB: kib, Threads: threads}
	var speedups, works []float64
	for i := range g.Searches {
		s := &g.Searches[i]
		one := alone[s.Position]
		if s.KiB != kib || s.Threads != threads || one == nil {
			continue
		}
		c.Searches++
		speedups = append(speedups, math.Log(float64(one.Time)/float64(s.Time)))
		works = append(works, math.Log(float64(s.Nodes)/float64(one.Nodes)))
		c.Nodes += s.Nodes
		c.Probes += s.Probes
		c.Hits += s.Hits
		for o, n := range s.Stores {
			c.Stores[o] += n
		}
		c.Full += float64(s.Full) / 1000
		c.Watch.add(&s.Watch)
	}
	c.Full = measure.Quotient(c.Full, float64(c.Searches))
	mean, deviation := measure.Mean(speedups)
	c.Speedup, c.Margin = math.Exp(mean), math.Exp(2*deviation)
	mean, _ = measure.Mean(works)
	c.Work = math.Exp(mean)
	return c, c.Searches > 0
}

// Outcome returns the share of all stores that had the outcome, 0 to 1.
func (c *Cell) Outcome(o core.StoreOutcome) float64 { return share(c.Stores[o], c.stores()) }

// stores returns the number of stores.
func (c *Cell) stores() (sum uint64) {
	for _, n := range c.Stores {
		sum += n
	}
	return sum
}

// largest returns the size of the largest table.
func (g *Game) largest() int { return slices.Max(g.Tables) }

// share returns part/whole, NaN if whole is 0.
func share(part, whole uint64) float64 { return measure.Quotient(float64(part), float64(whole)) }

// size returns the size of a table in words.
func size(kib int) string {
	if kib >= 1<<10 && kib%(1<<10) == 0 {
		return fmt.Sprintf("%d MiB", kib>>10)
	}
	return fmt.Sprintf("%d KiB", kib)
}
