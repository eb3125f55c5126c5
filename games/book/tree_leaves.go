package book

import (
	"container/heap"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Leaf is a position that is worth a search.
type Leaf struct {
	Key      string        // the position without its counters: it stays the same
	Position string        // FEN or SFEN
	Line     []core.MoveID // the moves that lead to it
	Cost     core.Score
}

// Growth says which positions are worth a search to make a book larger.
type Growth struct {
	PerPly   core.Score // cost of each ply
	Margin   core.Score // moves that are worse than the best by more are not followed; core.Infinite: follow all
	MaxPly   int        // positions from this ply of a game on are left out; 0: no limit
	MaxScore core.Score // positions with a larger score for either side are left out; 0: only forced wins
	Inner    bool       // also positions with moves, if no search has scored them
}

// Leaves returns up to n positions that are worth a search to make the book larger, the
// most urgent first: positions that good play reaches soon. The cost of a line is how
// much worse its moves are than the best moves, after Backup, plus g.PerPly for each
// move. This is drop-out expansion (Lincke, Strategies for the Automatic Construction of
// Opening Books, 2000). Positions in which the game is over are left out. Leaves returns
// nothing if the tree lacks the start position.
func (t *Tree) Leaves(start core.Position, n int, g Growth) (leaves []Leaf) {
	first, ok := t.index[t.Key(start)]
	if !ok {
		return nil
	}
	queue := paths{&path{node: first}}
	seen := map[int32]bool{}
	for len(queue) > 0 && len(leaves) < n {
		at := heap.Pop(&queue).(*path)
		if seen[at.node] {
			continue
		}
		seen[at.node] = true
		node := &t.nodes[at.node]
		best := node.best()
		switch {
		case node.decided || g.MaxPly > 0 && node.number > g.MaxPly || g.decided(best):
			continue
		case len(node.edges) == 0 && !node.searched, g.Inner && !node.searched:
			leaves = append(leaves, Leaf{node.key, t.text(node), at.line(), at.cost})
			continue
		}
		for _, e := range node.edges {
			loss := core.Score(0)
			if e.score != core.NoScore {
				loss = best - e.score
			}
			if loss <= g.Margin {
				heap.Push(&queue, &path{e.child, e.move, at.cost + g.PerPly + loss, at})
			}
		}
	}
	return leaves
}

// decided reports whether a score needs no further search.
func (g *Growth) decided(s core.Score) bool {
	limit := core.WinBound - 1
	if g.MaxScore > 0 {
		limit = g.MaxScore
	}
	return s != core.NoScore && (s > limit || s < -limit)
}

// best returns the score of the best move, or of the position if its moves have no
// scores.
func (n *node) best() core.Score {
	best := -core.Infinite
	for _, e := range n.edges {
		best = max(best, known(e.score))
	}
	if best == -core.Infinite {
		return n.score
	}
	return best
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
