package search

import "github.com/nitoryu/nitoryu/core"

// Line is a sequence of moves.
type Line struct {
	n     int
	moves [core.MaxPly]core.Move
}

// Moves returns the moves of the line; they share its memory.
func (l *Line) Moves() []core.Move { return l.moves[:l.n] }

// set makes l the move m followed by rest.
func (l *Line) set(m core.Move, rest *Line) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

// Complete extends the line of r, a root move of this worker, if the line is shorter than
// the iteration is deep or its mate is far, as after a search that failed high. The moves
// come from the table or, to a mate, also from a small search. It reports whether the line
// grew. The worker must be at the root, as between two searches of it. No added move ends
// the game or repeats a position, except the last move of a mate.
func (w *Worker) Complete(r *RootMove) bool {
	if r.Score.IsMate() {
		return w.completeMate(r)
	}
	line, known := &r.PV, r.PV.n
	for _, m := range line.Moves() {
		w.game.Do(m, nil)
	}
	for line.n < min(w.depth, len(line.moves)) {
		m := w.continuation(line.n)
		if m == core.NoMove {
			break
		}
		w.game.Do(m, nil)
		line.moves[line.n] = m
		line.n++
	}
	for range line.n {
		w.game.Undo()
	}
	return line.n > known
}

// continuation returns the next move of a line after ply moves, NoMove if the table
// has none.
func (w *Worker) continuation(ply int) core.Move {
	if _, over := w.game.Outcome(ply); over {
		return core.NoMove
	}
	if entry, hit := w.table.Probe(w.game.Key(), ply); hit && !entry.Score.IsMate() {
		if m := w.game.ValidateMove(entry.Move); m != core.NoMove {
			if _, ok := w.leadsOn(m, ply+1); ok {
				return m
			}
		}
	}
	// The entry has no move if all moves failed low, as after a move that failed high;
	// the positions after these moves have entries of their own.
	best, bestMove := -core.Infinite, core.NoMove
	w.legal.Clear()
	w.game.Generate(core.AllMoves, &w.legal)
	for _, m := range w.legal.Slice() {
		if score, ok := w.leadsOn(m, ply+1); ok && score > best {
			best, bestMove = score, m
		}
	}
	return bestMove
}

// leadsOn returns the score of m by the table, -Infinite without one, and whether m
// may be the move with that number in a line: the game goes on after it, and no mate
// is known.
func (w *Worker) leadsOn(m core.Move, number int) (core.Score, bool) {
	w.game.Do(m, nil)
	defer w.game.Undo()
	if _, over := w.game.Outcome(number); over {
		return 0, false
	}
	w.replies.Clear()
	if w.game.Generate(core.AllMoves, &w.replies); w.replies.N == 0 {
		return 0, false
	}
	entry, hit := w.table.Probe(w.game.Key(), number)
	if !hit || entry.Score == core.NoScore {
		return -core.Infinite, true
	}
	return -entry.Score, !entry.Score.IsMate()
}
