package timing

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/games"
)

// fitFrom is the first depth whose iterations count: smaller ones take no time.
const fitFrom = 6

// fitTable is the size of the table of logged searches in bytes.
const fitTable = 16 << 20

// fit returns the model of searches of a game: of its bench positions, with so many nodes
// each, by one thread. Scores of won and lost positions do not count.
func fit(g games.Game, nodes uint64) (Model, error) {
	m := Model{Low: core.Score(g.Params().AspirationDelta)}
	if usual, ok := models()[g.Name]; ok {
		m.Moves, m.MovesSpread = usual.Moves, usual.MovesSpread
	}
	var l logger
	for _, text := range g.Bench.Positions {
		p, err := g.Parse(text, core.Settings{})
		if err != nil {
			return m, fmt.Errorf("bench position %q: %w", text, err)
		}
		if err := l.search(g, p, nodes); err != nil {
			return m, err
		}
	}
	if len(l.rises) < 2 || len(l.growths) < 2 {
		return m, errors.New("too few nodes to fit a model to")
	}
	m.quantiles(l.rises)
	m.Growth, m.GrowthSpread = moments(l.growths)
	for i := range m.Change {
		m.Change[i] = quotient(l.changed[i], l.stood[i])
		m.Share[i], _ = moments(l.shares[i])
	}
	_, m.ShareSpread = moments(l.shares[len(l.shares)-1])
	return m, nil
}

// Rounded returns the model with two decimals, as it is kept in the code.
func (m Model) Rounded() Model {
	round := func(list ...*float64) {
		for _, x := range list {
			*x = math.Round(*x*100) / 100
		}
	}
	round(&m.Growth, &m.GrowthSpread, &m.ShareSpread)
	for i := range m.Change {
		round(&m.Change[i], &m.Share[i])
	}
	return m
}

// quotient returns a/b, 0 if b is 0.
func quotient(a, b float64) float64 { return a / max(b, 1e-9) }

// moments returns the mean and the standard deviation.
func moments(list []float64) (mean, deviation float64) {
	for _, x := range list {
		mean += x
	}
	mean = quotient(mean, float64(len(list)))
	for _, x := range list {
		deviation += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(quotient(deviation, float64(len(list))))
}

// logger is the search.Control that logs iterations.
type logger struct {
	stop           atomic.Bool
	limit          uint64
	trend          clock.Trend
	last           core.Score
	before         uint64 // nodes
	growths        []float64
	rises          []core.Score
	shares         [6][]float64
	changed, stood [6]float64 // iterations by how long the best move had stood
}

// search logs one search.
func (l *logger) search(g games.Game, p core.Position, nodes uint64) error {
	table, err := tt.New(make([]byte, fitTable))
	if err != nil {
		return err
	}
	table.Clear(runtime.NumCPU(), nil)
	l.stop.Store(false)
	l.limit, l.trend, l.before = nodes, clock.Trend{}, 0
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	w := search.New(p.GameInfo(), table, &l.stop, nil)
	w.Search(search.Task{
		Position: p, Legal: legal.Slice(), Evaluator: g.Evaluators.New(), Params: g.Params(),
		MultiPV: 1, FirstDepth: 1, MaxDepth: core.MaxPly - 1, Control: l,
	})
	return nil
}

// Poll implements search.Control.
func (l *logger) Poll(nodes uint64) uint64 {
	if nodes >= l.limit {
		l.stop.Store(true)
	}
	return nodes + 256
}

// Iterated implements search.Control.
func (l *logger) Iterated(w *search.Worker) int {
	best := w.Best()
	stood := min(l.trend.Stable, len(l.stood)-1)
	l.trend.Add(best.Move, best.Score)
	counts := w.Depth() >= fitFrom && w.Choices() > 1 && !best.Score.IsDecisive() && !l.last.IsDecisive()
	if counts {
		l.stood[stood]++
		if l.trend.Stable == 0 {
			l.changed[stood]++
		}
		now := min(l.trend.Stable, len(l.shares)-1)
		l.shares[now] = append(l.shares[now], float64(best.Nodes)/float64(w.Nodes()))
		l.growths = append(l.growths, math.Log(float64(w.Nodes())/float64(l.before)))
		l.rises = append(l.rises, -l.trend.Fall)
	}
	l.last, l.before = best.Score, w.Nodes()
	if l.last.IsDecisive() {
		return 0
	}
	return w.Depth() + 1
}

// Partial implements search.Control.
func (l *logger) Partial(*search.Worker, search.Partial) {}

// Current implements search.Control.
func (l *logger) Current(int, core.Move, int) {}

// quantiles fills in Rise.
func (m *Model) quantiles(rises []core.Score) {
	slices.Sort(rises)
	for i := range m.Rise {
		m.Rise[i] = rises[i*(len(rises)-1)/(len(m.Rise)-1)]
	}
}
