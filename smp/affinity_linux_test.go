package smp_test

import (
	"slices"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/core"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/topology"
)

// processors returns the processors that the calling goroutine's thread may use.
func processors() (list []int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		for i := range 64 * len(set) {
			if set.IsSet(i) {
				list = append(list, i)
			}
		}
	}
	return list
}

// scout is an evaluator that reports the processors of its thread.
type scout struct {
	core.Evaluator
	tell func([]int)
}

func (s scout) Reset(p core.Position) {
	s.tell(processors())
	s.Evaluator.Reset(p)
}

// Threads are bound where a machine has several nodes, and free otherwise.
func TestThreadsAreSpread(t *testing.T) {
	usable := processors()
	if len(usable) < 2 {
		t.Skipf("this process may use the processors %v", usable)
	}
	half := len(usable) / 2
	two := topology.Map{{ID: 0, Processors: usable[:half]}, {ID: 1, Processors: usable[half:]}}
	many := 2 * len(usable)

	var mu sync.Mutex
	var affinities [][]int
	e := smp.New(smp.Game{
		GameInfo: games.Chess().Start(core.Settings{}).GameInfo(), Params: params.Chess(),
		Evaluators: core.EvaluatorsOf("test", func() core.Evaluator {
			return scout{chesseval.New(), func(processors []int) {
				mu.Lock()
				affinities = append(affinities, processors)
				mu.Unlock()
			}}
		}),
	})
	defer e.Close()
	if err := e.SetThreads(many); err != nil {
		t.Fatal(err)
	}
	search := func() {
		t.Helper()
		affinities = nil
		if e.Search(games.Chess().Start(core.Settings{}), core.Limits{Nodes: 20000}).Best == core.NoMove {
			t.Error("no answer")
		}
	}
	for _, c := range []struct {
		name   string
		nodes  topology.Map
		spread bool
		want   []int // threads on each node, nil: not bound
	}{
		{"one node", topology.Map{{ID: 0, Processors: usable}}, true, nil},
		{"two nodes", two, true, []int{many * half / len(usable), many - many*half/len(usable)}},
		{"two nodes, switched off", two, false, nil},
		{"nothing known", nil, true, nil},
		{"two nodes again", two, true, []int{many * half / len(usable), many - many*half/len(usable)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e.SetMachine(c.nodes)
			e.SpreadThreads(c.spread)
			search()
			if got, want := e.Shared(), max(1, len(c.want)); got != want {
				t.Errorf("threads of %d nodes share histories, want %d", got, want)
			}
			if len(affinities) != many {
				t.Errorf("%d threads searched, want %d", len(affinities), many)
			}
			var got []int
			for _, processors := range affinities {
				at := slices.IndexFunc(c.nodes, func(n topology.Node) bool { return slices.Equal(n.Processors, processors) })
				switch {
				case slices.Equal(processors, usable):
				case at < 0:
					t.Errorf("a thread is bound to %v", processors)
				default:
					got = append(got, make([]int, max(0, at+1-len(got)))...)
					got[at]++
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v threads are bound to the nodes, want %v", got, c.want)
			}
		})
	}
}
