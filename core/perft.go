package core

// Divide counts the leaves of the tree of legal moves, depth plies deep, from the position
// of g (https://www.chessprogramming.org/Perft). The last ply is counted from the length of
// the move list; depth 0 is one leaf. It calls visit with every legal move and the number of
// leaves below it, in the order of generation, and returns the total. It calls stop at least
// every few thousand leaves; when that returns true, it returns the total so far and false.
// Both may be nil.
func Divide(g Game, depth int, stop func() bool, visit func(m Move, leaves uint64)) (uint64, bool) {
	if depth <= 0 {
		return 1, true
	}
	c := counter{g, stop, false, make([]MoveList, depth)}
	root := &c.lists[depth-1]
	g.Generate(AllMoves, root)
	total := uint64(0)
	for _, m := range root.Slice() {
		leaves := uint64(1)
		if depth > 1 {
			g.Do(m, nil)
			leaves = c.leaves(depth - 1)
			g.Undo()
		}
		if c.stopped {
			return total, false
		}
		total += leaves
		if visit != nil {
			visit(m, leaves)
		}
	}
	return total, true
}

// counter is a running perft.
type counter struct {
	g       Game
	stop    func() bool
	stopped bool
	lists   []MoveList // by depth less one
}

// leaves counts the leaves depth plies below the position.
func (c *counter) leaves(depth int) uint64 {
	list := &c.lists[depth-1]
	list.Clear()
	c.g.Generate(AllMoves, list)
	if depth == 1 {
		return uint64(list.N)
	}
	if depth == 2 {
		c.stopped = c.stop != nil && c.stop()
	}
	leaves := uint64(0)
	for i := 0; i < list.N && !c.stopped; i++ {
		c.g.Do(list.Moves[i], nil)
		leaves += c.leaves(depth - 1)
		c.g.Undo()
	}
	return leaves
}
