package core

// Perft counts the leaves of the tree of legal moves, depth plies deep, from
// the position of g (https://www.chessprogramming.org/Perft). The last ply is
// counted from the length of the move list. Depth 0 is one leaf.
func Perft(g Game, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(g, depth, make([]MoveList, depth))
}

// Divide calls visit with every legal move and the number of leaves below it,
// in the order of generation, and returns the total. It stops early, with the
// total so far, when visit returns false.
func Divide(g Game, depth int, visit func(m Move, leaves uint64) bool) uint64 {
	if depth <= 0 {
		return 1
	}
	var root MoveList
	g.Generate(AllMoves, &root)
	lists := make([]MoveList, depth)
	total := uint64(0)
	for _, m := range root.Slice() {
		leaves := uint64(1)
		if depth > 1 {
			g.Do(m, nil)
			leaves = perft(g, depth-1, lists)
			g.Undo()
		}
		total += leaves
		if !visit(m, leaves) {
			break
		}
	}
	return total
}

// perft uses lists[depth-1] for this node and the shorter ones below it.
func perft(g Game, depth int, lists []MoveList) uint64 {
	list := &lists[depth-1]
	list.Clear()
	g.Generate(AllMoves, list)
	if depth == 1 {
		return uint64(list.N)
	}
	leaves := uint64(0)
	for _, m := range list.Slice() {
		g.Do(m, nil)
		leaves += perft(g, depth-1, lists)
		g.Undo()
	}
	return leaves
}
