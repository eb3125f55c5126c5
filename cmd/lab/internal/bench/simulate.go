package bench

import (
	"context"
	"errors"
	"iter"
	"math"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

// machine is a virtual parallel machine with a core for each thread of our search. The
// real search runs on the real table, a few nodes of each thread in turn, so that all
// threads are equally fast, and results are reproducible to the node. It does not model
// memory, caches and clocks: a real machine is slower.
//
// The lengths of turns are random. With equal turns, threads that begin alike would stay at the
// same node, which the smallest disturbance prevents on a real machine.
type machine struct {
	self     *Self
	seed     uint64
	table    *tt.Table
	stop     atomic.Bool
	seats    []*seat         // grows with the largest number of threads
	shared   *history.Shared // by the threads; nil: each has its own
	schedule smp.Schedule    // of the search under way
	depth    int             // of the search
	finished *seat           // has reached depth
	legal    core.MoveList
}

// slice is the mean length of a turn in nodes.
const slice = 4

// seat is one thread of the machine: a worker, which is kept between searches, and its
// Control.
type seat struct {
	machine *machine
	number  int
	worker  *search.Worker
	eval    core.Evaluator
	random  uint64
	yield   func(struct{}) bool // passes control on; false: the search is over
	over    bool
}

// Poll implements search.Control.
func (s *seat) Poll(nodes uint64) uint64 {
	s.over = s.over || !s.yield(struct{}{})
	if s.over {
		return math.MaxUint64
	}
	s.random = mix(s.random)
	return nodes + 1 + s.random%(2*slice-1)
}

// mix returns the next of a sequence of random numbers (SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Iterated implements search.Control.
func (s *seat) Iterated(w *search.Worker) int {
	next := s.machine.schedule.Next(w.Depth())
	if w.Depth() < s.machine.depth {
		return next
	}
	s.machine.finished = s
	return 0
}

// Partial implements search.Control.
func (s *seat) Partial(*search.Worker, search.Partial) {}

// Current implements search.Control.
func (s *seat) Current(int, core.Move, int) {}

// turns is the search of a task, in turns.
func (s *seat) turns(task search.Task) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		s.yield, s.over = yield, false
		s.worker.Search(task)
	}
}

// search searches p with new threads on an empty table, until one of them has finished
// that depth or a deeper one. As in a game, threads do not know which depth is the last.
func (m *machine) search(ctx context.Context, p core.Position, threads, depth int) (Sample, error) {
	m.table.Clear(host.Processors(), nil)
	m.table.NextSearch()
	m.stop.Store(false)
	switch sharing := threads >= smp.ShareFrom; {
	case sharing && m.shared == nil:
		m.seats, m.shared = nil, history.NewShared(p.GameInfo())
	case sharing:
		m.shared.Clear()
	case m.shared != nil:
		m.seats, m.shared = nil, nil
	}
	for len(m.seats) < threads {
		worker := search.New(p.GameInfo(), m.table, &m.stop, m.shared)
		m.seats = append(m.seats, &seat{machine: m, number: len(m.seats), worker: worker, eval: m.self.Source.New()})
	}
	m.schedule.Begin(threads, core.MaxPly-1)
	m.depth, m.finished = depth, nil
	m.legal.Clear()
	p.Generate(core.AllMoves, &m.legal)
	next, end := make([]func() (struct{}, bool), threads), make([]func(), threads)
	defer func() {
		m.stop.Store(true)
		for _, f := range end {
			f()
		}
	}()
	for i, s := range m.seats[:threads] {
		s.worker.Forget()
		s.random = mix(m.seed ^ uint64(i))
		task := search.Task{Position: p.Clone(), Legal: m.legal.Slice(), Evaluator: s.eval, Params: m.self.Params, MultiPV: 1, Control: s}
		m.schedule.Start(i, &task)
		// A coroutine, since channels take five times as long.
		next[i], end[i] = iter.Pull(s.turns(task))
	}
	for m.finished == nil {
		if err := ctx.Err(); err != nil {
			return Sample{}, err
		}
		searching := false
		for i := range next {
			_, more := next[i]()
			if m.finished != nil {
				break
			}
			searching = searching || more
		}
		if !searching && m.finished == nil {
			return Sample{}, errors.New("there is nothing to search")
		}
	}
	x := Sample{Value: float64(m.finished.worker.Nodes())}
	var c core.Counts
	for _, seat := range m.seats[:threads] {
		x.Nodes += float64(seat.worker.Nodes())
		c.Add(seat.worker.Counts())
	}
	x.more = use{c, float64(m.table.Full()) / 1000}
	return x, nil
}

// use is what a simulated search did to the table.
type use struct {
	core.Counts
	full float64 // 0 to 1
}

// fewNodes is the size of searches too small to simulate: they measure only how threads
// begin.
const fewNodes = 5000

// measureSimulated searches a position with simulated threads.
func measureSimulated(ctx context.Context, r *runner, s subject, j job, _ int) (Sample, error) {
	m := r.machine[s.engine]
	if m == nil {
		m = &machine{self: r.Engines[s.engine].Self, seed: r.Seed, table: tt.Make(r.hash(s) << 20)}
		r.machine[s.engine] = m
	}
	if full, ok := r.firstOf(j); ok && full.Out {
		return full, nil
	}
	x, err := m.search(ctx, inside.Core(j.position), s.threads, r.usualDepth())
	x.Out = s == r.subjects[0] && x.Nodes < fewNodes
	return x, err
}

// traffic are columns about the table: how many probes find an entry, how many stores overwrite
// an entry of the same search, and how full the table is.
func traffic() (list []column) {
	for _, c := range []struct {
		key, head string
		of        func(u *use) float64
	}{
		{"hits", "hits", func(u *use) float64 { return quotient(float64(u.TableHits), float64(u.TableProbes)) }},
		{"overwrites", "overwrites", func(u *use) float64 {
			all := uint64(0)
			for _, n := range u.TableStores {
				all += n
			}
			return quotient(float64(u.TableStores[core.OverLive]), float64(all))
		}},
		{"full", "full", func(u *use) float64 { return u.full }},
	} {
		list = append(list, column{c.key, c.head, percent, func(w *row) Figure {
			return w.mean(func(s *Sample) float64 {
				u := s.more.(use)
				return c.of(&u)
			})
		}})
	}
	return list
}
