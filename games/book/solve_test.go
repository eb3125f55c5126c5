package book

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// none stands for a score that is not known in the tables of this file.
const none = core.NoScore

// clone copies a graph without its results.
func clone(graph []vertex) []vertex {
	c := make([]vertex, len(graph))
	for i, v := range graph {
		c[i] = vertex{side: v.side, checked: v.checked, moves: v.moves, score: v.score}
	}
	return c
}

func TestSolve(t *testing.T) {
	const w, b = core.First, core.Second
	leaf := func(s core.Score) vertex { return vertex{score: s} }
	at := func(side core.Color, moves ...int32) vertex { return vertex{side: side, moves: moves, score: none} }
	checked := func(v vertex) vertex { v.checked = true; return v }
	tests := []struct {
		name      string
		draw      core.Score
		perpetual bool
		graph     []vertex
		values    []core.Score
		depths    []int // nil: not compared
	}{
		{"the best for each side", 0, false, []vertex{at(w, 1, 2), at(b, 3, 4), leaf(5), leaf(7), leaf(9)}, []core.Score{7, 7, 5, 7, 9}, []int{2, 1, 0, 0, 0}},
		{"a transposition", 0, false, []vertex{at(w, 1, 2), at(b, 3), at(b, 3, 4), leaf(7), leaf(1)}, []core.Score{7, 7, 1, 7, 1}, nil},
		{"below a draw", 0, false, []vertex{at(w, 1, 2), at(b, 3), leaf(-5), leaf(-7)}, []core.Score{-5, -7, -5, -7}, nil},
		{"a cycle is a draw", 0, false, []vertex{at(w, 1), at(b, 0)}, []core.Score{0, 0}, []int{MaxDepth, MaxDepth}},
		{"a draw may be worth something", 3, false, []vertex{at(w, 1), at(b, 0)}, []core.Score{3, 3}, nil},
		{"a cycle saves the worse side", 0, false, []vertex{at(w, 1, 2), at(b, 0, 3), leaf(-9), leaf(50)}, []core.Score{0, 0, -9, 50}, nil},
		{"unless the better side can leave", 0, false, []vertex{at(w, 1, 2), at(b, 0, 3), leaf(9), leaf(50)}, []core.Score{9, 9, 9, 50}, []int{1, 2, 0, 0}},
		{"the value of a draw decides", 20, false, []vertex{at(w, 1, 2), at(b, 0, 3), leaf(9), leaf(50)}, []core.Score{20, 20, 9, 50}, nil},
		{"values do not support each other", 0, false, []vertex{at(w, 1), at(b, 2), at(w, 3), at(b, 0)}, []core.Score{0, 0, 0, 0}, nil},
		{"the shorter way to equal scores", 0, false, []vertex{at(w, 1, 4), at(b, 2), at(w, 3), leaf(7), at(b, 5), leaf(7)}, []core.Score{7, 7, 7, 7, 7, 7}, []int{2, 2, 1, 0, 1, 0}},
		{"mates are plies away", 0, false, []vertex{at(w, 1), at(b, 2), leaf(core.WinIn(3))}, []core.Score{core.WinIn(5), core.WinIn(4), core.WinIn(3)}, nil},
		{"the nearest mate, the farthest for the loser", 0, false, []vertex{at(w, 1, 2), at(b, 3, 4), leaf(core.WinIn(4)), leaf(core.WinIn(1)), leaf(core.WinIn(2))}, []core.Score{core.WinIn(4), core.WinIn(3), core.WinIn(4), core.WinIn(1), core.WinIn(2)}, nil},
		{"mated", 0, false, []vertex{at(w, 1), at(b, 2), leaf(core.LossIn(0))}, []core.Score{core.LossIn(2), core.LossIn(1), core.LossIn(0)}, nil},
		{"a score of its own only without moves", 0, false, []vertex{{side: w, moves: []int32{1}, score: 100}, leaf(5)}, []core.Score{5, 5}, nil},
		{"unknown below", 0, false, []vertex{at(w, 1, 2), at(b, 3), leaf(-4), leaf(none)}, []core.Score{-4, none, -4, none}, nil},
		{"unknown below, but with a score", 0, false, []vertex{at(w, 1, 2), {side: b, moves: []int32{3}, score: 6}, leaf(-4), leaf(none)}, []core.Score{6, 6, -4, none}, nil},
		{"perpetual check is a draw", 0, false, []vertex{at(w, 1, 2), checked(at(b, 0)), leaf(-9)}, []core.Score{0, 0, -9}, nil},
		{"perpetual check loses", 0, true, []vertex{at(w, 1, 2), checked(at(b, 0)), leaf(-9)}, []core.Score{-9, -9, -9}, nil},
		{"perpetual check and nothing else", 0, true, []vertex{at(w, 1), checked(at(b, 0))}, []core.Score{-core.MateBound, -core.MateBound}, nil},
		{"Black's perpetual check", 0, true, []vertex{checked(at(w, 1)), at(b, 0, 2), leaf(9)}, []core.Score{9, 9, 9}, nil},
		{"one move of the cycle gives no check", 0, true, []vertex{at(w, 1), checked(at(b, 2)), at(w, 3, 4), at(b, 0), leaf(-9)}, []core.Score{0, 0, 0, 0, -9}, nil},
		{"both give check", 0, true, []vertex{checked(at(w, 1)), checked(at(b, 0))}, []core.Score{0, 0}, nil},
		{"the checked side may leave the cycle", 0, true, []vertex{at(w, 1, 2), checked(at(b, 0, 3)), leaf(-9), leaf(-12)}, []core.Score{-9, -12, -9, -12}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := solver{graph: clone(test.graph), draw: test.draw, perpetual: test.perpetual}
			s.solve()
			for i, v := range s.graph {
				if v.value != test.values[i] {
					t.Errorf("vertex %d: %d, want %d", i, v.value, test.values[i])
				}
				if test.depths != nil && v.depth != test.depths[i] {
					t.Errorf("vertex %d: depth %d, want %d", i, v.depth, test.depths[i])
				}
			}
		})
	}
}

// randomGraph makes a graph with leaves at the end. The sides take turns.
func randomGraph(random *rand.Rand, inner, leaves, width int) []vertex {
	graph := make([]vertex, inner+leaves)
	for i := range graph {
		v := &graph[i]
		v.side, v.checked, v.score = core.Color(random.IntN(2)), random.IntN(2) == 0, none
		if i >= inner {
			if v.score = core.Score(random.IntN(11) - 5); random.IntN(8) == 0 {
				v.score = core.WinIn(random.IntN(4)) * core.Score(2*random.IntN(2)-1)
			}
		}
	}
	for i := range inner {
		v := &graph[i]
		for range random.IntN(width) + 1 {
			child := random.IntN(len(graph))
			if child < inner && graph[child].side == v.side {
				child = inner + random.IntN(leaves)
			}
			v.moves = append(v.moves, int32(child))
		}
	}
	return graph
}

// A finite game that is drawn when it becomes too long has the same values: a side that
// can force anything can do so without passing a position twice.
func TestSolveIsAFiniteGame(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := range 3000 {
		graph := randomGraph(random, random.IntN(12)+1, random.IntN(5)+1, 3)
		draw := core.Score(random.IntN(5) - 2)
		values := make([]core.Score, len(graph))
		for i, v := range graph {
			if values[i] = draw; len(v.moves) == 0 {
				values[i] = v.score
			}
		}
		for range len(graph) + 2 {
			next := append([]core.Score(nil), values...)
			for i, v := range graph {
				if len(v.moves) == 0 {
					continue
				}
				best := recede(values[v.moves[0]])
				for _, child := range v.moves[1:] {
					if v.side == core.First {
						best = max(best, recede(values[child]))
					} else {
						best = min(best, recede(values[child]))
					}
				}
				next[i] = best
			}
			values = next
		}
		s := solver{graph: clone(graph), draw: draw}
		s.solve()
		for i, v := range s.graph {
			if v.value != values[i] {
				t.Fatalf("graph %d, draw %d, vertex %d: %d, want %d\n%s", n, draw, i, v.value, values[i], show(graph))
			}
		}
	}
}

func show(graph []vertex) (text string) {
	for i, v := range graph {
		text += fmt.Sprintf("%d: side %d checked %v moves %d score %d\n", i, v.side, v.checked, v.moves, v.score)
	}
	return text
}

// With perpetual check, both sides have a best strategy that depends on the position
// only: trying all finds the values.
func TestSolveTriesAllStrategies(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	lost := 0 // cycles that lose
	for n := range 3000 {
		graph := randomGraph(random, random.IntN(6)+1, random.IntN(3)+1, 2)
		for i := range graph {
			if s := &graph[i].score; s.IsDecisive() {
				*s = 8 // distances of mates depend on more than the strategy
			}
		}
		draw := core.Score(random.IntN(3) - 1)
		s := solver{graph: clone(graph), draw: draw, perpetual: true}
		s.solve()
		for i := range graph {
			want := bestStrategy(graph, draw, int32(i))
			got := s.graph[i].value
			if want >= core.MateBound-100 || want <= -core.MateBound+100 {
				lost++
				if got*want <= 0 || !(got > 100 || got < -100) {
					t.Fatalf("graph %d, draw %d, vertex %d: %d, want %d\n%s", n, draw, i, got, want, show(graph))
				}
			} else if got != want {
				t.Fatalf("graph %d, draw %d, vertex %d: %d, want %d\n%s", n, draw, i, got, want, show(graph))
			}
		}
	}
	if lost < 20 {
		t.Errorf("only %d positions lost by perpetual check", lost)
	}
}

// bestStrategy returns the value of the best strategy of First against all of Second.
func bestStrategy(graph []vertex, draw core.Score, start int32) core.Score {
	choice := make([]int, len(graph)) // of each vertex
	// next counts through the choices of a side and returns false at the end.
	next := func(side core.Color) bool {
		for i, v := range graph {
			if v.side != side || len(v.moves) == 0 {
				continue
			}
			if choice[i]++; choice[i] < len(v.moves) {
				return true
			}
			choice[i] = 0
		}
		return false
	}
	best := -core.Infinite
	for {
		worst := core.Infinite
		for {
			worst = min(worst, outcome(graph, draw, start, choice))
			if !next(core.Second) {
				break
			}
		}
		best = max(best, worst)
		if !next(core.First) {
			return best
		}
	}
}

// outcome plays the choices from a vertex on.
func outcome(graph []vertex, draw core.Score, at int32, choice []int) core.Score {
	var line []int32
	when := map[int32]int{}
	for len(graph[at].moves) > 0 {
		if first, again := when[at]; again {
			checks := [2]bool{true, true}   // all moves of the side give check
			harmless := [2]bool{true, true} // none does
			moved := [2]bool{}
			for i, v := range line[first:] {
				to := at
				if first+i+1 < len(line) {
					to = line[first+i+1]
				}
				side := graph[v].side
				moved[side] = true
				checks[side] = checks[side] && graph[to].checked
				harmless[side] = harmless[side] && !graph[to].checked
			}
			switch {
			case moved[0] && checks[0] && harmless[1]:
				return -core.MateBound
			case moved[1] && checks[1] && harmless[0]:
				return core.MateBound
			}
			return draw
		}
		when[at] = len(line)
		line = append(line, at)
		at = graph[at].moves[choice[at]]
	}
	return graph[at].score
}
