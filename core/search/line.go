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

// Complete extends the line of r, a root move of this worker, by moves from the table
// if it is shorter than the iteration is deep or the mate is long, as after a search
// that failed high. It reports whether it did. The search must be over and its
// position unchanged. Of the added moves, only the last one of a mate ends the game
// or repeats a position.
func (w *Worker) Complete(r *RootMove) bool {
	line, known := &r.PV, r.PV.n
	want := w.depth
	if r.Score.IsMate() {
		want = max(r.Score.PliesToMate(), -r.Score.PliesToMate())
	}
	for _, m := range line.Moves() {
		w.game.Do(m, nil)
	}
	for line.n < min(want, len(line.moves)) {
		value := r.Score
		if line.n%2 == 1 {
			value = -value
		}
		m := w.continuation(line.n, want, value)
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
// has none. want is the length of the whole line, value its score for the side to move.
func (w *Worker) continuation(ply, want int, value core.Score) core.Move {
	if _, over := w.game.Outcome(ply); over {
		return core.NoMove
	}
	if entry, hit := w.table.Probe(w.game.Key(), ply); hit && agrees(entry.Score, value) {
		if m := w.game.Expand(entry.Move); m != core.NoMove {
			if _, ok := w.leadsOn(m, ply+1, want, value); ok {
				return m
			}
		}
	}
	// The entry has no move if all moves failed low, as after a move that failed high;
	// the positions after them have entries of their own.
	best, bestMove := -core.Infinite, core.NoMove
	w.legal.Clear()
	w.game.Generate(core.AllMoves, &w.legal)
	for _, m := range w.legal.Slice() {
		if score, ok := w.leadsOn(m, ply+1, want, value); ok && score > best {
			best, bestMove = score, m
		}
	}
	return bestMove
}

// leadsOn reports whether m may be move number of a line, and its score by the table,
// -Infinite if there is none.
func (w *Worker) leadsOn(m core.Move, number, want int, value core.Score) (core.Score, bool) {
	w.game.Do(m, nil)
	defer w.game.Undo()
	if _, over := w.game.Outcome(number); over {
		return 0, false
	}
	w.replies.Clear()
	w.game.Generate(core.AllMoves, &w.replies)
	if ends := value.IsMate() && number == want; ends || w.replies.N == 0 {
		return value, ends && w.replies.N == 0
	}
	entry, hit := w.table.Probe(w.game.Key(), number)
	if !hit || entry.Score == core.NoScore {
		return -core.Infinite, true
	}
	return -entry.Score, agrees(entry.Score, -value)
}

// agrees reports whether a line of the given value may go through a position with
// that score: the distance of a mate, counted from the root, stays the same, and
// other lines avoid mates.
func agrees(score, value core.Score) bool {
	if value.IsMate() {
		return score == value
	}
	return !score.IsMate()
}
