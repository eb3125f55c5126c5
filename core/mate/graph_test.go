package mate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/tests/must"
)

// graph is a game on a graph: a position is a node, the attacker moves from even
// nodes and the defender, always in check, from odd ones. A side that cannot move has
// lost. Small graphs have many cycles.
type graph struct {
	core.Position // panics when something is called that no solver should call
	children      [][]int
	at            int
	path          []int
}

func (g *graph) Side() core.Color          { return core.Color(g.at & 1) }
func (g *graph) InCheck() bool             { return g.at&1 == 1 }
func (g *graph) GivesCheck(core.Move) bool { return true }
func (g *graph) MateInOne() core.Move      { return core.NoMove }

func (g *graph) Key() uint64 { return (uint64(g.at) + 1) * 0x9e3779b97f4a7c15 }

func (g *graph) Generate(_ core.GenKind, list *core.MoveList) {
	for i := range g.children[g.at] {
		list.Add(core.NewMove(0, core.Square(i), 1, 0))
	}
}

func (g *graph) ValidateMove(id core.MoveID) core.Move {
	if int(id) >= len(g.children[g.at]) {
		return core.NoMove
	}
	return core.NewMove(0, core.Square(id), 1, 0)
}

func (g *graph) Do(m core.Move, _ *core.DirtyPieces) {
	g.path = append(g.path, g.at)
	g.at = g.children[g.at][m.To()]
}

func (g *graph) Undo() {
	last := len(g.path) - 1
	g.at, g.path = g.path[last], g.path[:last]
}

func (g *graph) Clone() core.Position {
	return &graph{children: g.children, at: g.at, path: append([]int(nil), g.path...)}
}

func (g *graph) Verdict() core.Verdict {
	if len(g.children[g.at]) == 0 {
		return core.Verdict{Ending: core.Checkmate, Winner: g.Side().Other()}
	}
	return core.Verdict{}
}

// mates returns the number of plies in which the attacker mates from each node
// at best, or -1. They are found backwards from the mated positions, so that cycles
// never count.
func (g *graph) mates() []int {
	plies := make([]int, len(g.children))
	for n := range plies {
		plies[n] = -1
	}
	for changed, round := true, 0; changed || round < 2; round++ {
		changed = false
		for n, children := range g.children {
			if plies[n] >= 0 || n&1 != round&1^1 {
				continue
			}
			some, all := false, true
			for _, child := range children {
				some = some || plies[child] >= 0
				all = all && plies[child] >= 0
			}
			if n&1 == 0 && some || n&1 == 1 && all {
				plies[n], changed = round, true
			}
		}
	}
	return plies
}

// A disproof that depends on a repetition holds on its path only, and a proof never
// depends on one (the graph history interaction problem).
func TestCycles(t *testing.T) {
	graphs := 6_000
	if must.Full() {
		graphs = 60_000
	}
	rng := rand.New(rand.NewPCG(7, 8))
	s := mate.New(1)
	mates := 0
	for i := range graphs {
		g := &graph{children: make([][]int, 6+2*rng.IntN(10))}
		for n := range g.children {
			for range rng.IntN(4) {
				g.children[n] = append(g.children[n], 2*rng.IntN(len(g.children)/2)+n&1^1)
			}
		}
		want := g.mates()[0]
		a := s.Solve(g, mate.Problem{ChecksOnly: true})
		if a.Verdict == mate.Unknown || (a.Verdict == mate.Proved) != (want >= 0) {
			t.Fatalf("graph %d: %v, a mate in %d: %v", i, a.Verdict, want, g.children)
		}
		if want < 0 {
			continue
		}
		mates++
		if len(a.Line) > want { // the defender need not find the longest defence
			t.Fatalf("graph %d: a line of %d plies, a mate in %d: %v", i, len(a.Line), want, g.children)
		}
		for _, m := range a.Line {
			g.Do(m, nil)
		}
		if len(g.children[g.at]) != 0 {
			t.Fatalf("graph %d: the line leads to %d: %v", i, g.at, g.children)
		}
	}
	if mates < graphs/20 || mates > graphs*19/20 {
		t.Errorf("%d mates in %d graphs", mates, graphs)
	}
}
