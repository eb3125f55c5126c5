package arena

import (
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
)

// Tally counts the results of a match.
type Tally struct {
	Played  int    // games
	Decided [2]int // games won by the colour
	Drawn   int    // games
	Endings map[core.Ending]int
	Each    []Counts // by contestant
	*stats.Standings
}

// Counts are the totals of one contestant over all its games.
type Counts struct {
	Moves  int // with a search
	Told   int // moves with depth and nodes
	Depth  int64
	Nodes  uint64
	Time   time.Duration // over all moves
	Timed  time.Duration // over moves with nodes
	Faults map[core.Ending]int
	Notes  int // without Replaced

	Replaced int // failures between two games
}

func newTally(contestants []Contestant) *Tally {
	t := &Tally{Each: make([]Counts, len(contestants)), Endings: map[core.Ending]int{}}
	var names []string
	for i, c := range contestants {
		t.Each[i].Faults = map[core.Ending]int{}
		names = append(names, c.Name)
	}
	t.Standings = stats.NewStandings(names)
	return t
}

// add counts a game of the match.
func (t *Tally) add(r *Result) {
	t.Add(r.Seats[core.First], r.Seats[core.Second], stats.Result(r.Points(core.First)), r.Game/2)
	t.Played++
	t.Endings[r.Ending]++
	switch r.Points(core.First) {
	case 0:
		t.Decided[core.Second]++
	case 1:
		t.Drawn++
	case 2:
		t.Decided[core.First]++
	}
	if side, faulty := r.Fault(); faulty {
		t.Each[r.Seats[side]].Faults[r.Ending]++
	}
	for _, n := range r.Notes {
		if c := &t.Each[r.Seats[n.Side]]; n.Replaced {
			c.Replaced++
		} else {
			c.Notes++
		}
	}
	t.addThoughts(r)
}

// addThoughts adds the search information of all moves.
func (t *Tally) addThoughts(r *Result) {
	side := r.Mover
	for _, thought := range r.Thoughts {
		c := &t.Each[r.Seats[side]]
		c.Moves++
		c.Time += thought.Elapsed()
		if thought.Depth() >= 0 {
			c.Told++
			c.Depth += int64(thought.Depth())
			c.Nodes += thought.Nodes()
			c.Timed += thought.Elapsed()
		}
		side = side.Other()
	}
}
