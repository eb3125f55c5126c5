package contention

import (
	"fmt"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Report is everything that was measured, as counted; [Game.Cell] and
// [Game.Prediction] compute what is shown of it.
type Report struct {
	Complete   bool           `json:"complete"`
	Slice      int            `json:"slice"`            // nodes in a turn, in the mean
	Seed       uint64         `json:"seed"`             // of the lengths of turns
	Sample     int            `json:"sample"`           // one in so many positions is watched
	Processors int            `json:"processors"`       // of the machine on which tears were counted
	Params     map[string]int `json:"params,omitempty"` // of the search, other than the default ones
	Games      []Game         `json:"games"`
	Tears      []Tear         `json:"tears,omitempty"`
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
	Position int                        `json:"position"`
	KiB      int                        `json:"kib"`
	Threads  int                        `json:"threads"`
	Time     uint64                     `json:"time"`  // virtual: nodes of that thread
	Nodes    uint64                     `json:"nodes"` // of all
	Probes   uint64                     `json:"probes"`
	Hits     uint64                     `json:"hits"`
	Stores   [core.StoreOutcomes]uint64 `json:"stores"` // by what they did to the table
	Full     int                        `json:"full"`   // permille of the table at the end
	Watch    Watch                      `json:"watch"`
}

// Cell is what the searches with one number of threads on one table come to.
// Searches were compared with those of one thread on the same table.
type Cell struct {
	KiB, Threads int
	Searches     int     // positions
	Speedup      float64 // time of one thread by this time, geometric mean
	Margin       float64 // factor within which Speedup lies, by two standard errors; NaN: one position
	Work         float64 // nodes by those of one thread, geometric mean
	Nodes        uint64
	Probes, Hits uint64
	Stores       [core.StoreOutcomes]uint64
	Full         float64 // mean, 0 to 1
	Watch        Watch
}

// Cell returns what was measured with so many threads on the table of that size.
// ok says that there was something.
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
	c.Full = quotient(c.Full, float64(c.Searches))
	mean, deviation := spread(speedups)
	c.Speedup, c.Margin = math.Exp(mean), math.Exp(2*deviation)
	mean, _ = spread(works)
	c.Work = math.Exp(mean)
	return c, c.Searches > 0
}

// spread returns the mean of values and its standard error, NaN where there are too
// few of them.
func spread(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean = quotient(mean, n)
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(quotient(squares, (n-1)*n))
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
func share(part, whole uint64) float64 { return quotient(float64(part), float64(whole)) }

// quotient returns a/b, NaN if b is 0.
func quotient(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// size returns the size of a table in words.
func size(kib int) string {
	if kib >= 1<<10 && kib%(1<<10) == 0 {
		return fmt.Sprintf("%d MiB", kib>>10)
	}
	return fmt.Sprintf("%d KiB", kib)
}
