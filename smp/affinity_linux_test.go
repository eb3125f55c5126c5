package smp_test

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp/topology"
)

// Threads are bound where a machine has several nodes, and free otherwise.
func TestThreadsAreSpread(t *testing.T) {
	var own unix.CPUSet
	if err := unix.SchedGetaffinity(0, &own); err != nil {
		t.Skip("the processors of this process cannot be told: ", err)
	}
	var usable []int
	for i := range 64 * len(own) {
		if own.IsSet(i) {
			usable = append(usable, i)
		}
	}
	if len(usable) < 2 {
		t.Skip("this process may use one processor")
	}
	half := len(usable) / 2
	two := topology.Map{{ID: 0, Processors: usable[:half]}, {ID: 1, Processors: usable[half:]}}
	many := 2 * len(usable)

	e := games.NewEngine()
	defer e.Close()
	if err := e.SetThreads(many); err != nil {
		t.Fatal(err)
	}
	search := func() {
		t.Helper()
		best := core.NoMove
		e.Go(games.Chess.Start(core.Settings{}), core.Limits{Nodes: 20000}, core.Listener{
			Done: func(r core.Result) { best = r.Best },
		})
		e.Wait()
		if best == core.NoMove {
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
			var got []int
			for _, processors := range e.Affinities() {
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
