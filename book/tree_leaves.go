package book

import (
	"container/heap"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Leaf is a position at the end of what a tree knows.
type Leaf struct {
	Position string        // FEN or SFEN
	Line     []core.MoveID // the moves that lead to it
	Cost     core.Score
}

// Leaves returns up to n positions that are worth a search to make the book larger, the
// most urgent first: those that good play leads to soon. The cost of a line is what its
// moves are worse than the best ones, after Backup, and perPly for each move. This is
// drop-out expansion (Lincke, Strategies for the Automatic Construction of Opening Books,
// 2000). Positions in which the game is over are left out. It is empty if the tree does
// not have the start position.
func (t *Tree) Leaves(start core.Position, n int, perPly core.Score) (leaves []Leaf) {
	first, ok := t.index[t.key(start)]
	if !ok {
		return nil
	}
	queue := paths{&path{node: first}}
	seen := map[int32]bool{}
	for len(queue) > 0 && len(leaves) < n {
		at := heap.Pop(&queue).(*path)
		node := &t.nodes[at.node]
		if seen[at.node] {
			continue
		}
		seen[at.node] = true
		if len(node.edges) == 0 {
			if !node.decided {
				leaves = append(leaves, Leaf{t.text(node), at.line(), at.cost})
			}
			continue
		}
		best := -core.Infinite
		for _, e := range node.edges {
			best = max(best, known(e.score))
		}
		for _, e := range node.edges {
			cost := at.cost + perPly
			if e.score != core.NoScore {
				cost += best - e.score
			}
			heap.Push(&queue, &path{e.child, e.move, cost, at})
		}
	}
	return leaves
}

// path is a line from the start to a node.
type path struct {
	node   int32
	move   core.MoveID // the last one
	cost   core.Score
	before *path
}

// line returns the moves of the path.
func (p *path) line() (moves []core.MoveID) {
	for ; p.before != nil; p = p.before {
		moves = append(moves, p.move)
	}
	slices.Reverse(moves)
	return moves
}

// paths is a priority queue of paths, the cheapest first.
type paths []*path

func (p paths) Len() int      { return len(p) }
func (p paths) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *paths) Push(x any)   { *p = append(*p, x.(*path)) }
func (p *paths) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
func (p paths) Less(i, j int) bool {
	if p[i].cost != p[j].cost {
		return p[i].cost < p[j].cost
	}
	return p[i].node < p[j].node
}
