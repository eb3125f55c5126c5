package book

import (
	"container/heap"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// MaxDepth is the largest depth of a backed-up score, and the depth of a score that comes
// from a repetition.
const MaxDepth = 9999

// vertex is a position of a graph to be solved. Scores are from the view of First.
type vertex struct {
	side    core.Color // who moves
	checked bool       // in check
	moves   []int32    // the vertices that the moves lead to
	score   core.Score // of a leaf, by a search or by the rules; core.NoScore: unknown

	value    core.Score // the result; core.NoScore: nothing is known below
	depth    int        // of the search that value comes from, plus one for each ply up to here
	distance int        // plies to the leaf that value comes from
	solved   bool
	dead     bool // value stays unknown
}

// solver finds the values of the vertices of a graph by minimax. Play that never ends is
// drawn or, as in shogi, lost for a side that always gives check while the other does not.
//
// Iterating minimax until nothing changes may go on for long, and its result
// depends on the first guess, because values can support each other in a cycle. Instead,
// like retrograde analysis (https://www.chessprogramming.org/Retrograde_Analysis) with a
// priority queue, values spread from the leaves, the best for one side first: a position of
// that side gets the value of its first solved successor, a position of the other side the
// value of its last. Positions that never get a value better than a draw this way, for
// either side, are drawn.
type solver struct {
	graph     []vertex
	parents   [][]int32
	draw      core.Score // value of a draw for First
	perpetual bool       // perpetual check loses
	queue     offers
	left      []int32 // for positions of the villain: successors not known to be good for the hero
}

// offer is a value that a move to a solved vertex offers to the vertex it comes from.
type offer struct {
	vertex          int32
	value           core.Score // from the view of the hero, the side whose gains are spread
	distance, depth int
}

// offers is a priority queue of offers: large values first, among equal values near
// ones first.
type offers []offer

func (o offers) Len() int      { return len(o) }
func (o offers) Swap(i, j int) { o[i], o[j] = o[j], o[i] }
func (o *offers) Push(x any)   { *o = append(*o, x.(offer)) }
func (o *offers) Pop() any {
	last := (*o)[len(*o)-1]
	*o = (*o)[:len(*o)-1]
	return last
}
func (o offers) Less(i, j int) bool {
	a, b := o[i], o[j]
	if a.value != b.value {
		return a.value > b.value
	}
	if a.distance != b.distance {
		return a.distance < b.distance
	}
	return a.vertex < b.vertex
}

// solve fills in the values of the graph.
func (s *solver) solve() {
	s.parents = make([][]int32, len(s.graph))
	for i := range s.graph {
		for _, child := range s.graph[i].moves {
			s.parents[child] = append(s.parents[child], int32(i))
		}
	}
	s.prune()
	for _, hero := range [2]core.Color{core.First, core.Second} {
		s.spread(hero)
	}
	for i := range s.graph {
		if v := &s.graph[i]; !v.solved && !v.dead {
			v.value, v.depth, v.distance = s.draw, MaxDepth, MaxDepth
			for _, child := range v.moves {
				if c := &s.graph[child]; c.solved && c.value == s.draw && c.depth < v.depth {
					v.depth, v.distance = c.depth+1, c.distance+1
				}
			}
		}
	}
}

// prune finds the leaves: vertices with a score but without successors that have a
// value. Such vertices without a score are dead, and do not count as successors.
func (s *solver) prune() {
	s.left = make([]int32, len(s.graph))
	var dead []int32
	leaf := func(i int32) {
		v := &s.graph[i]
		if v.score == core.NoScore {
			v.dead = true
			dead = append(dead, i)
			return
		}
		v.value, v.solved = v.score, true
	}
	for i := range s.graph {
		s.graph[i].value = core.NoScore
		if s.left[i] = int32(len(s.graph[i].moves)); s.left[i] == 0 {
			leaf(int32(i))
		}
	}
	for ; len(dead) > 0; dead = dead[1:] {
		for _, parent := range s.parents[dead[0]] {
			if s.left[parent]--; s.left[parent] == 0 {
				leaf(parent)
			}
		}
	}
}

// gain returns a value of First from the view of the hero, as far as it exceeds a draw.
func (s *solver) gain(hero core.Color, v *vertex) (value core.Score, good bool) {
	value, draw := v.value, s.draw
	if hero == core.Second {
		value, draw = -value, -draw
	}
	return value, v.solved && value > draw
}

// spread solves all positions in which the hero can get more than a draw.
func (s *solver) spread(hero core.Color) {
	s.queue = s.queue[:0]
	for i := range s.graph {
		s.offer(hero, int32(i))
	}
	loops := s.loops(hero)
	level := core.MateBound // the queue has no larger values
	for {
		if len(s.queue) > 0 && (len(loops) == 0 || s.queue[0].value >= level) {
			s.take(hero, heap.Pop(&s.queue).(offer))
			continue
		}
		// The villain must give check forever, or leave for a solved position.
		held := s.held(hero, loops, level)
		for _, i := range held {
			s.settle(hero, offer{i, level, MaxDepth, MaxDepth})
		}
		if len(held) > 0 {
			continue
		}
		if len(s.queue) == 0 {
			return
		}
		level = s.queue[0].value
	}
}

// offer puts the value of a vertex to its parents, if it is a gain for the hero.
func (s *solver) offer(hero core.Color, i int32) {
	v := &s.graph[i]
	value, good := s.gain(hero, v)
	if !good {
		return
	}
	for _, parent := range s.parents[i] {
		heap.Push(&s.queue, offer{parent, recede(value), min(v.distance+1, MaxDepth), min(v.depth+1, MaxDepth)})
	}
}

// take takes an offer: the hero takes the first, the villain the last.
func (s *solver) take(hero core.Color, o offer) {
	v := &s.graph[o.vertex]
	if v.solved {
		return
	}
	if v.side != hero {
		if s.left[o.vertex]--; s.left[o.vertex] > 0 {
			return
		}
	}
	s.settle(hero, o)
}

// settle solves a vertex.
func (s *solver) settle(hero core.Color, o offer) {
	v := &s.graph[o.vertex]
	v.value, v.distance, v.depth, v.solved = o.value, o.distance, o.depth, true
	if hero == core.Second {
		v.value = -o.value
	}
	s.offer(hero, o.vertex)
}

// recede returns what a value is worth one ply earlier: mates are a ply farther away.
func recede(value core.Score) core.Score {
	switch {
	case value >= core.MateBound:
		return value - 1
	case value <= -core.MateBound:
		return value + 1
	}
	return value
}

// advance returns what a value is worth one ply later.
func advance(value core.Score) core.Score {
	switch {
	case value >= core.MateBound:
		return min(value+1, core.Mate)
	case value <= -core.MateBound:
		return max(value-1, -core.Mate)
	}
	return value
}

// loops returns the vertices that moves of a perpetual check lead to and from. They
// include all vertices through which the villain may give check forever without being
// checked.
func (s *solver) loops(hero core.Color) (loops []int32) {
	if !s.perpetual {
		return nil
	}
	follows := make([]bool, len(s.graph))
	for i := range s.graph {
		follows[i] = !s.graph[i].solved && !s.graph[i].dead
	}
	for changed := true; changed; {
		changed = false
		reached := make([]bool, len(s.graph))
		for i, in := range follows {
			if !in {
				continue
			}
			leads := false
			for _, child := range s.graph[i].moves {
				if follows[child] && s.checking(hero, int32(i), child) {
					leads, reached[child] = true, true
				}
			}
			if !leads {
				follows[i], changed = false, true
			}
		}
		for i, in := range follows {
			if in && !reached[i] {
				follows[i], changed = false, true
			}
		}
	}
	for i, in := range follows {
		if in {
			loops = append(loops, int32(i))
		}
	}
	return loops
}

// checking reports whether a move may be part of a perpetual check: a check by the
// villain, or a move without check by the hero.
func (s *solver) checking(hero core.Color, from, to int32) bool {
	return s.graph[to].checked == (s.graph[from].side != hero)
}

// held returns the vertices of loops in which the hero can make the villain give check
// forever, unless the villain leaves for a position that gives the hero level or more.
func (s *solver) held(hero core.Color, loops []int32, level core.Score) []int32 {
	if len(loops) == 0 {
		return nil
	}
	in := make(map[int32]bool, len(loops))
	for _, i := range loops {
		if !s.graph[i].solved {
			in[i] = true
		}
	}
	stays := func(i int32) bool {
		v := &s.graph[i]
		inside := func(child int32) bool { return in[child] && s.checking(hero, i, child) }
		if v.side == hero {
			return slices.ContainsFunc(v.moves, inside)
		}
		return !slices.ContainsFunc(v.moves, func(child int32) bool {
			value, good := s.gain(hero, &s.graph[child])
			good = good && recede(value) >= level
			return !good && !s.graph[child].dead && !inside(child)
		})
	}
	for changed := true; changed; {
		changed = false
		for _, i := range loops {
			if in[i] && !stays(i) {
				delete(in, i)
				changed = true
			}
		}
	}
	var held []int32
	for _, i := range loops {
		if in[i] {
			held = append(held, i)
		}
	}
	return held
}
