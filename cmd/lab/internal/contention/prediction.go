package contention

import (
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/report"
)

// Crowded is the share of stores that overwrite a live entry above which a table is too
// small.
const Crowded = 0.1

// Prediction says how the table has to grow with the threads so that fewer than [Crowded]
// of the stores overwrite a live entry. Powers of the number of threads are fitted to the
// measurements, as straight lines on logarithmic scales.
type Prediction struct {
	Needs []Need
	// Depth is the power with which the table has to grow for searches to the same
	// depth; NaN: there are fewer than three needs.
	Depth float64
	// Speed is the power with which the speed-up grows on the largest table.
	Speed float64
}

// Need is the size of the table that a number of threads needs.
type Need struct {
	Threads int
	KiB     float64
}

// Time returns the power with which the table has to grow for searches of the same time:
// with more threads they get deeper and fill more of it.
func (p *Prediction) Time() float64 { return p.Depth + p.Speed }

// Prediction fits what was measured.
func (g *Game) Prediction() Prediction {
	var p Prediction
	var x, y []float64
	products, squares := 0.0, 0.0
	for _, threads := range g.Threads {
		at := math.Log(float64(threads))
		if kib, ok := g.need(threads); ok {
			p.Needs = append(p.Needs, Need{threads, kib})
			x, y = append(x, at), append(y, math.Log(kib))
		}
		if c, ok := g.Cell(g.largest(), threads); ok {
			products += at * math.Log(c.Speedup) // the line passes through one thread
			squares += at * at
		}
	}
	p.Speed = measure.Quotient(products, squares)
	p.Depth = math.NaN()
	if len(p.Needs) >= 3 {
		p.Depth = slope(x, y)
	}
	return p
}

// need returns the size above which a table is not crowded, between the largest that is
// and the next one. ok is false if that size lies outside of the tables.
func (g *Game) need(threads int) (kib float64, ok bool) {
	for i := len(g.Tables) - 1; i > 0; i-- {
		large, known := g.Cell(g.Tables[i], threads)
		small, alsoKnown := g.Cell(g.Tables[i-1], threads)
		if !known || !alsoKnown {
			return 0, false
		}
		low, high := large.Outcome(core.OverLive), small.Outcome(core.OverLive)
		if low >= Crowded {
			return 0, false
		}
		if high < Crowded {
			continue
		}
		// Linear between the two, over the logarithm of the size.
		part := (Crowded - low) / (high - low)
		from, to := math.Log(float64(g.Tables[i])), math.Log(float64(g.Tables[i-1]))
		return math.Exp(from + part*(to-from)), true
	}
	return 0, false
}

// slope returns the slope of a straight line fitted to points by least squares.
func slope(x, y []float64) float64 {
	meanX, _ := measure.Mean(x)
	meanY, _ := measure.Mean(y)
	products, squares := 0.0, 0.0
	for i := range x {
		products += (x[i] - meanX) * (y[i] - meanY)
		squares += (x[i] - meanX) * (x[i] - meanX)
	}
	return measure.Quotient(products, squares)
}

// predictionText returns the prediction in words.
func (g *Game) predictionText() string {
	p := g.Prediction()
	name := report.Title(g.Name)
	if math.IsNaN(p.Depth) {
		return fmt.Sprintf("%s: too few of these tables are crowded to predict how they have to grow with the threads.", name)
	}
	first, last := p.Needs[0], p.Needs[len(p.Needs)-1]
	return fmt.Sprintf("%s: for fewer than %.0f %% of all stores to overwrite a live entry, %s needs %s and %d threads need %s. "+
		"The table has to grow with the number of threads to the power %.2f (fitted to %d numbers of threads) for searches to the same depth. "+
		"In the same time, more threads search deeper: the speed-up grows with their number to the power %.2f. If the number of stores "+
		"grows with the time of the search, the table has to grow with the number of threads to the power %.2f.",
		name, 100*Crowded, threadsText(first.Threads), roughSize(first.KiB), last.Threads, roughSize(last.KiB),
		p.Depth, len(p.Needs), p.Speed, p.Time())
}

func threadsText(n int) string {
	if n == 1 {
		return "one thread"
	}
	return fmt.Sprintf("a search with %d threads", n)
}

// roughSize returns the size of a table that was computed.
func roughSize(kib float64) string {
	switch {
	case kib < 100:
		return fmt.Sprintf("%.1f KiB", kib)
	case kib < 1<<10:
		return fmt.Sprintf("%.0f KiB", kib)
	}
	return fmt.Sprintf("%.1f MiB", kib/(1<<10))
}
