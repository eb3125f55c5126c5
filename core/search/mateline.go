package search

import (
	"cmp"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// A line that is shown with a mate should end in that mate, as far away as its score says.
// But the search may know a mate from the transposition table alone.

// mateVisits is how many positions may be looked at to complete a line: about a
// millisecond.
const mateVisits = 8000

// forcedPlies is the length of the mates by checks that are found without the table.
const forcedPlies = 5

// mating completes a line that mates. The attacker's moves in it lead to positions that
// the table, or a small search of checks, says are lost in time; the defender's moves hold
// out as long as the score of the line says. Plies count from the root.
type mating struct {
	*Worker
	line   *Line
	end    int        // plies to the mate
	won    core.Score // for the attacker, of a mate at the end
	visits int        // positions that may still be looked at
}

// try is a move that may continue the line.
type try struct {
	move  core.Move
	early core.Score // plies by which the mate that the table knows comes before the end
}

// unknown ranks moves behind all others if the table knows no mate after them.
const unknown = core.Infinite

// completeMate is Complete for a mate. Where the end of the line leads nowhere, it replaces
// the last moves. It gives up after mateVisits, and leaves the line as it was.
func (w *Worker) completeMate(r *RootMove) bool {
	plies := r.Score.PliesToMate()
	m := mating{Worker: w, line: &r.PV, end: min(max(plies, -plies), core.MaxPly)}
	m.won = core.WinIn(m.end)
	known := min(r.PV.n, m.end)
	for _, move := range r.PV.moves[:known] {
		w.game.Do(move, nil)
	}
	whole, found := m.over(known), false
	for left := mateVisits; known > 0; known-- {
		if !whole && !found && known < m.end {
			left /= 2
			m.visits = left
			found = m.goOn(known)
		}
		w.game.Undo()
	}
	if found {
		r.PV.n = m.end
	}
	return found
}

// over reports whether the game is over after n moves of the line: by the mate, or by a
// declaration, which is no move.
func (m *mating) over(n int) bool {
	if n == m.end && m.mated(n) {
		return true
	}
	_, over := m.game.Outcome(n)
	return over
}

// goOn continues the line from ply, where the game stands, to its end. It reports whether
// that worked.
func (m *mating) goOn(ply int) bool {
	first := len(m.tries)
	defer func() { m.tries = m.tries[:first] }()
	m.list(ply)
	for i := first; i < len(m.tries); i++ {
		t := m.tries[i]
		m.game.Do(t.move, nil)
		found := false
		switch {
		case ply+1 == m.end:
			found = m.mated(m.end)
		case !m.attacks(ply) || t.early != unknown || m.forced(ply+1):
			found = m.goOn(ply + 1)
		}
		m.game.Undo()
		if found {
			m.line.moves[ply] = t.move
			return true
		}
	}
	return false
}

// list appends the moves of a position to tries: moves of the attacker that give check
// or are known to win, or all moves of the defender. Moves with the latest mate come
// first.
func (m *mating) list(ply int) {
	first := len(m.tries)
	m.legal.Clear()
	m.game.Generate(core.AllMoves, &m.legal)
	for _, move := range m.legal.Slice() {
		if !m.visit(ply, move) {
			continue
		}
		t := try{move, unknown}
		if score, ok := m.known(ply + 1); ok {
			t.early = score - m.won
		}
		if !m.attacks(ply) || t.early != unknown || m.game.InCheck() {
			m.tries = append(m.tries, t)
		}
		m.game.Undo()
	}
	slices.SortStableFunc(m.tries[first:], func(a, b try) int { return cmp.Compare(a.early, b.early) })
}

// visit makes a move and returns true, unless the limit of visits is reached or the move
// ends the game without a mate.
func (m *mating) visit(ply int, move core.Move) bool {
	if m.visits--; m.visits < 0 {
		return false
	}
	m.game.Do(move, nil)
	if _, over := m.game.Outcome(ply + 1); over {
		m.game.Undo()
		return false
	}
	return true
}

// known reports whether the table says that the attacker mates in time, and its score for
// the attacker.
func (m *mating) known(ply int) (core.Score, bool) {
	e, hit := m.table.Probe(m.game.Key(), ply)
	score, bound := e.Score, core.Lower
	if !m.attacks(ply) {
		score, bound = -score, core.Upper
	}
	return score, hit && e.Score != core.NoScore && e.Bound&bound != 0 && score >= m.won
}

// forced reports whether the table, or a search of checks, says that the attacker mates in
// time.
func (m *mating) forced(ply int) bool {
	attacks := m.attacks(ply)
	if _, ok := m.known(ply); ok {
		return true
	}
	if m.mated(ply) {
		return !attacks
	}
	if m.end-ply > forcedPlies || ply == m.end {
		return false
	}
	first := len(m.tries)
	defer func() { m.tries = m.tries[:first] }()
	for _, move := range m.replies.Slice() { // as mated has left them
		m.tries = append(m.tries, try{move: move})
	}
	for i := first; i < len(m.tries); i++ {
		ok := m.visit(ply, m.tries[i].move)
		if ok {
			ok = (!attacks || m.game.InCheck()) && m.forced(ply+1)
			m.game.Undo()
		}
		if ok == attacks {
			return attacks
		}
	}
	return !attacks
}

// mated reports whether the side to move is mated, and leaves its moves in replies.
func (m *mating) mated(ply int) bool {
	m.replies.Clear()
	m.game.Generate(core.AllMoves, &m.replies)
	return m.replies.N == 0 && m.game.MateOrStalemate(ply) == core.LossIn(ply)
}

// attacks reports whether the attacker is to move.
func (m *mating) attacks(ply int) bool { return (m.end-ply)%2 == 1 }
