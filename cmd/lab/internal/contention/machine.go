package contention

import (
	"context"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
)

// machine is a virtual parallel machine for one game. Its threads take turns: one
// searches a few nodes and passes control to the next, so that at most one runs at any
// time and results are reproducible to the node.
//
// The lengths of turns are random. With equal ones, threads that begin alike would stay
// at the same node, which the smallest disturbance prevents on a real machine.
type machine struct {
	game   games.Game
	params *params.Set
	slice  uint64 // mean length of a turn in nodes
	seed   uint64
	memory []byte // of the largest table
	stop   atomic.Bool
	census census
	seats  []*seat // grows with the largest number of threads

	schedule smp.Schedule // of the search under way
	depth    int          // of the search
	finished *seat        // has reached it
	legal    core.MoveList
}

func newMachine(g games.Game, s *Setup) (*machine, error) {
	memory, err := alignedMemory(slices.Max(s.Tables) << 10)
	if err != nil {
		return nil, err
	}
	set, err := s.parameters(g)
	if err != nil {
		return nil, err
	}
	return &machine{
		game: g, params: set, slice: uint64(s.Slice), seed: s.Seed, memory: memory,
		census: census{every: uint64(s.Sample)},
	}, nil
}

// alignedMemory returns memory that a table can lie in.
func alignedMemory(size int) ([]byte, error) {
	b := make([]byte, size+tt.BucketSize)
	skip := 0
	_, err := tt.New(b)
	for err != nil && skip < tt.BucketSize {
		skip++
		_, err = tt.New(b[skip:])
	}
	return b[skip : skip+size : skip+size], err
}

// seat is one thread of the machine: a worker, which is kept between searches, and its
// Control.
type seat struct {
	machine *machine
	number  int
	worker  *search.Worker
	eval    core.Evaluator
	view    *view // of the search under way
	random  uint64
	yield   func(struct{}) bool // passes control on; false: the search is over
	over    bool
}

// Poll implements search.Control.
func (s *seat) Poll(nodes uint64) uint64 {
	s.view.settle()
	s.over = s.over || !s.yield(struct{}{})
	if s.over {
		return math.MaxUint64
	}
	s.random = mix(s.random)
	return nodes + 1 + s.random%(2*s.machine.slice-1)
}

// Iterated implements search.Control.
func (s *seat) Iterated(w *search.Worker) int {
	next := s.machine.schedule.Next(s.number, w.Depth())
	if w.Depth() < s.machine.depth {
		return next
	}
	s.machine.finished = s
	return 0
}

// Partial implements search.Control.
func (s *seat) Partial(*search.Worker, search.Partial) {}

// Current implements search.Control.
func (s *seat) Current(_ int, _ core.Move, number int) {
	if number == 1 {
		s.view.beginRoot()
	}
}

// turns is the search of a task, in turns.
func (s *seat) turns(task search.Task) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		s.yield, s.over = yield, false
		s.worker.Search(task)
		s.view.settle()
	}
}

// search searches p with new threads on an empty table, until one of them has finished
// that depth or a deeper one. As in a game, threads do not know which depth is the last.
func (m *machine) search(ctx context.Context, p core.Position, threads, kib, depth int) (Search, error) {
	table, err := tt.New(m.memory[:kib<<10])
	if err != nil {
		return Search{}, err
	}
	table.Clear(runtime.NumCPU(), nil)
	table.NextSearch()
	m.census.clear()
	m.stop.Store(false)
	for len(m.seats) < threads {
		m.seats = append(m.seats, &seat{
			machine: m, number: len(m.seats),
			worker: search.New(p.Traits(), table, &m.stop), eval: follower{m.game.Source.New()},
		})
	}
	m.schedule.Begin(m.params, threads, core.MaxPly-1)
	m.depth, m.finished = depth, nil
	m.legal.Clear()
	p.Generate(core.AllMoves, &m.legal)
	next := make([]func() (struct{}, bool), threads)
	end := make([]func(), threads)
	defer func() {
		m.stop.Store(true)
		for _, f := range end {
			f()
		}
	}()
	for i, s := range m.seats[:threads] {
		s.worker.SetTable(table)
		s.worker.Forget()
		s.random = mix(m.seed ^ uint64(i))
		s.view = newView(p.Clone(), &m.census, s.worker, i)
		// A coroutine, since channels take five times as long.
		next[i], end[i] = iter.Pull(s.turns(m.task(s)))
	}
	for m.finished == nil {
		if err := ctx.Err(); err != nil {
			return Search{}, err
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
			return Search{}, fmt.Errorf("%s: there is nothing to search", p)
		}
	}
	return m.count(table, threads, kib), nil
}

// task returns what a thread has to search.
func (m *machine) task(s *seat) search.Task {
	t := search.Task{Position: s.view, Legal: m.legal.Slice(), Evaluator: s.eval, Params: m.params, MultiPV: 1, Control: s}
	m.schedule.Start(s.number, &t)
	return t
}

// count returns what the threads have done until now.
func (m *machine) count(table *tt.Table, threads, kib int) Search {
	s := Search{Threads: threads, KiB: kib, Time: m.finished.worker.Nodes(), Full: table.Full(), Watch: m.census.watch}
	for _, seat := range m.seats[:threads] {
		c := seat.worker.Counts()
		s.Nodes += seat.worker.Nodes()
		s.Probes += c.TableProbes
		s.Hits += c.TableHits
		for o, n := range c.TableStores {
			s.Stores[o] += n
		}
	}
	return s
}
