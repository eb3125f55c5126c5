package strength_test

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/smp"
)

var (
	measured = flag.Int("measure", 0, "number of pairs of games between neighbouring rungs to play, see results/strength.md")
	dearest  = flag.Uint64("dearest", 10_000, "measure no rung with more nodes; its distance to the one below is kept")
	cheapest = flag.Uint64("cheapest", 0, "measure no rung with fewer nodes")
	only     = flag.String("game", "", "measure this game; empty: all")
)

// step is the match of a rung against the one below.
type step struct {
	upper, lower int       // Elo
	pairs        []float64 // score of the upper side in each pair of games, 0 to 1
}

// elo returns the measured difference and its margin of error of 95 %.
func (s *step) elo() (difference, margin float64) {
	n := float64(len(s.pairs))
	sum, squares := 0.5, 0.25 // a drawn pair more keeps a clean score finite
	for _, p := range s.pairs {
		sum, squares = sum+p, squares+p*p
	}
	score := sum / (n + 1)
	deviation := math.Sqrt(max(0, squares/(n+1)-score*score) / (n + 1))
	slope := 400 / math.Ln10 / (score * (1 - score))
	return -400 * math.Log10(1/score-1), 1.96 * deviation * slope
}

// compression returns the Elo in the table for each Elo of play among our own levels,
// whose differences are larger than against others: the lowest and the highest measured
// rung keep their Elo.
func compression(steps []*step) float64 {
	table, play := 0., 0.
	for _, s := range steps {
		d, _ := s.elo()
		table, play = table+float64(s.upper-s.lower), play+d
	}
	return table / play
}

// playPair plays an opening with colours reversed.
func playPair(upper, lower *smp.Engine, opening core.Position) float64 {
	return (play(upper, lower, opening, nil) + 1 - play(lower, upper, opening, nil)) / 2
}

// play returns the score of the side to move, played by first. If see is not nil, it is
// called with each move and the positions before and after.
func play(first, second *smp.Engine, p core.Position, see func(before, after core.Position, m core.Move)) float64 {
	const longest = 512 // plies; then it is a draw
	p = p.Clone()
	own := p.Side()
	engines := [2]*smp.Engine{first, second}
	first.NewGame()
	second.NewGame()
	for n := range longest {
		if v := p.Verdict(); v.Over() {
			switch {
			case v.Drawn:
				return 0.5
			case v.Winner == own:
				return 1
			}
			return 0
		}
		answer := engines[n%2].Search(p, core.Limits{})
		if answer.Declare {
			return float64(1 - n%2)
		}
		before := p.Clone()
		p.Do(answer.Best, nil)
		if see != nil {
			see(before, p, answer.Best)
		}
	}
	return 0.5
}

// match plays a number of pairs of each step, on all processors, step by step in
// turn.
func match(t *testing.T, g games.Game, steps []*step, pairs int) {
	var mu sync.Mutex
	onAll(pairs*len(steps), func(next func() (int, bool)) {
		upper, lower, judge := games.NewEngine(), games.NewEngine(), games.NewEngine()
		for _, e := range []*smp.Engine{upper, lower, judge} {
			defer e.Close()
		}
		upper.LimitElo(true)
		lower.LimitElo(true)
		for job, ok := next(); ok; job, ok = next() {
			s := steps[job%len(steps)]
			_, p, err := g.Opening.Random(g.Start(core.Settings{}), opening.Source(1, uint64(job)),
				opening.By(judge, core.Limits{Nodes: 1000}))
			if err != nil {
				t.Error(err)
				return
			}
			upper.SeedChoices(uint64(job))
			lower.SeedChoices(^uint64(job))
			upper.SetElo(s.upper)
			lower.SetElo(s.lower)
			score := playPair(upper, lower, p)
			mu.Lock()
			s.pairs = append(s.pairs, score)
			mu.Unlock()
		}
	})
}

// onAll runs a worker for each processor, which share the jobs 0 to jobs-1: next returns
// the next one, or false when none is left.
func onAll(jobs int, worker func(next func() (job int, ok bool))) {
	var given atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			worker(func() (int, bool) {
				job := int(given.Add(1)) - 1
				return job, job < jobs
			})
		})
	}
	workers.Wait()
}

// A level far up the ladder plays better than the lowest one.
func TestHigherWins(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			ladder, _ := strength.Of(g.Name)
			lowest, highest := ladder.Range()
			s := &step{upper: lowest + (highest-lowest)/3, lower: lowest}
			match(t, g, []*step{s}, 4)
			won := 0.
			for _, p := range s.pairs {
				won += p / 4
			}
			if won < 0.75 {
				t.Errorf("Elo %d scores only %v against %d", s.upper, won, s.lower)
			}
		})
	}
}

// TestMeasure is the command that measures the ladders again; it prints the rows of
// tables.go.
func TestMeasure(t *testing.T) {
	if *measured == 0 {
		t.Skip("to measure, give -measure a number of pairs")
	}
	for _, g := range games.All() {
		if *only != "" && *only != g.Name {
			continue
		}
		ladder, _ := strength.Of(g.Name)
		elos := ladder.Elos()
		var steps []*step
		measuredAt := map[int]*step{}
		for i := 1; i < len(elos); i++ {
			if p, _ := ladder.Limit(strength.Setting{LimitElo: true, Elo: elos[i]}); *cheapest <= p.Nodes && p.Nodes <= *dearest {
				measuredAt[i] = &step{upper: elos[i], lower: elos[i-1]}
				steps = append(steps, measuredAt[i])
			}
		}
		match(t, g, steps, *measured)
		var table, rows strings.Builder
		scale := compression(steps)
		elo := float64(elos[0])
		for i := range elos {
			if s := measuredAt[i]; s != nil {
				d, margin := s.elo()
				elo += scale * d
				fmt.Fprintf(&table, "| %s | %.0f ± %.0f | %d | %.0f |\n", ladder.Numbers(i), d, margin, 2*len(s.pairs), elo)
			} else if i > 0 {
				elo += float64(elos[i] - elos[i-1])
			}
			fmt.Fprintln(&rows, ladder.Row(i, int(math.Round(elo))))
		}
		t.Logf("%s, %.2f of the Elo in play\n| Profile (nodes, lines, noise, glance, slip) | Elo above the one before, in play | Games | In the table |\n|---|---|---|---|\n%s\n%s",
			g.Name, scale, &table, &rows)
	}
}
