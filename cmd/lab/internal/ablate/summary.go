package ablate

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
)

// Summary sums up the measurements of one search. A number that is not known is NaN.
type Summary struct {
	Technique string // that is off, or Full or Plain
	Parameter string
	// Unaffected says that the search was the same as the full one, to the node:
	// the technique had nothing to do in this game, these positions and this depth.
	Unaffected bool

	Nodes   uint64
	Ratio   float64 // of the nodes to those of the full search, geometric mean over the positions
	Capped  int     // positions in which the search was ended by the cap; then Ratio is a lower bound
	Elapsed time.Duration
	Speed   float64 // nodes per second
	Depth   float64 // finished, in plies, mean over the positions
	// Branching is the effective branching factor, geometric mean over the positions.
	Branching float64
	FirstMove float64 // cutoffs on the first move of all cutoffs, 0 to 1
	InTime    float64 // depth finished in the time, mean over the sample
	Elo       *stats.Estimate
	Games     int         // of that estimate
	Rates     []core.Rate // of the counts, nil if these are not known
}

// Summaries returns a summary of each search: the full one first, then those without a
// technique by descending ratio, those that are the same as the full one, and the plain
// one.
func (g *Game) Summaries() []Summary {
	var list []Summary
	for i := range g.Rows {
		list = append(list, g.summary(i))
	}
	slices.SortStableFunc(list, func(a, b Summary) int {
		return cmp.Or(a.rank()-b.rank(), cmp.Compare(b.Ratio, a.Ratio))
	})
	return list
}

// rank orders the kinds of searches.
func (s *Summary) rank() int {
	switch {
	case s.Technique == Full:
		return 0
	case s.Technique == Plain:
		return 3
	case s.Unaffected:
		return 2
	}
	return 1
}

func (g *Game) summary(i int) Summary {
	row, full := &g.Rows[i], g.Rows[0].Searches
	s := Summary{Technique: row.Technique, Parameter: row.Parameter, Unaffected: g.unaffected(i)}
	var ratios, branchings []float64
	cutoffs, first := uint64(0), uint64(0)
	for k := range row.Searches {
		search := &row.Searches[k]
		s.Nodes += search.Nodes
		s.Elapsed += search.Elapsed
		cutoffs += search.Cutoffs
		first += search.FirstMoveCutoffs
		if search.Depth() < g.Setup.Depth {
			s.Capped++
		}
		ratios = append(ratios, float64(search.Nodes)/float64(full[k].Nodes))
		if b := branching(search.Iterations); !math.IsNaN(b) {
			branchings = append(branchings, b)
		}
	}
	s.Ratio, s.Branching = measure.GeometricMean(ratios), measure.GeometricMean(branchings)
	s.Depth, s.InTime = meanDepth(row.Searches), meanDepth(row.Timed)
	s.FirstMove = measure.Quotient(float64(first), float64(cutoffs))
	s.Speed = measure.Quotient(float64(s.Nodes), s.Elapsed.Seconds())
	if row.Match != nil {
		e := row.Match.Estimate()
		s.Elo, s.Games = &e, 2*row.Match.N()
	}
	s.Rates = row.rates(&s, g.Setup.Depth)
	return s
}

// branchingRate is the rate for which [branching] is a better measure than the sum of the
// nodes of all positions.
const branchingRate = "effective branching factor"

// rates returns the rates of the counts.
func (r *Row) rates(s *Summary, depth int) []core.Rate {
	if r.Counts == nil {
		return nil
	}
	rates := r.Counts.Rates(s.Nodes, depth)
	for i := range rates {
		if rates[i].Name == branchingRate {
			rates[i].Value = s.Branching
		}
	}
	return rates
}

// branching returns the effective branching factor of one search, NaN if it finished
// fewer than two iterations.
//
// The factor is the ratio of the nodes of an iteration to those of the one before
// (https://www.chessprogramming.org/Branching_Factor). This is its geometric mean over the
// later half of the iterations, for which only the outer two are needed:
//
//	(nodes(D) / nodes(D-k)) ^ (1/k)
//
// where nodes(d) are those of iteration d alone, D is the last finished iteration and k the
// largest even number up to D/2, but at least 2 where D allows it. It is even because odd
// and even iterations of alpha-beta grow differently.
func branching(finished []uint64) float64 {
	last := len(finished)
	if last < 2 {
		return math.NaN()
	}
	of := func(depth int) float64 {
		if depth == 1 {
			return float64(finished[0])
		}
		return float64(finished[depth-1] - finished[depth-2])
	}
	span := min(max(2, last/2&^1), last-1)
	return math.Pow(of(last)/of(last-span), 1/float64(span))
}

// meanDepth returns the mean depth of the searches, NaN if there are none.
func meanDepth(searches []Search) float64 {
	sum := 0
	for i := range searches {
		sum += searches[i].Depth()
	}
	return measure.Quotient(float64(sum), float64(len(searches)))
}
