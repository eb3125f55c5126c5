package mate

import (
	"cmp"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Way is a move of the attacker that mates by force.
type Way struct {
	Move  core.Move
	Plies int // to mate, Move included: the fewest that are known
}

// Study is what is known of a problem beyond its answer.
type Study struct {
	Verdict Verdict
	// Shortest says that no mate is shorter than Line.
	Shortest bool
	// Line is a mate in which the defender holds out as long as any known reply does.
	Line []core.Move
	// Ways are, for each move of the attacker on Line, all moves that mate there, the shortest
	// first: with more than one, a problem has other solutions (yozume). Without
	// ChecksOnly, only the moves that mate in as few plies count.
	Ways [][]Way
	// Sure says that every other move was refuted. Otherwise there may be more.
	Sure bool
}

// Study looks for every mate in p: the shortest one, all its first moves, the longest
// defence, and other mates on the way. o.GoOn limits each of its many searches, so that it
// may take many times as long as Solve. An interposition that changes nothing is a defence
// like any other.
func (s *Solver) Study(p core.Position, o Problem) Study {
	q := &study{solver: s, problem: o}
	st := Study{Sure: true}
	answer := s.Solve(p, o)
	if st.Verdict = answer.Verdict; st.Verdict != Proved {
		return st
	}
	p = p.Clone()
	first := true
	for plies := len(answer.Line); plies > 0; {
		line, shortest := q.shortest(p, plies)
		if len(line) == 0 { // the search ended before the line was known
			st.Sure = false
			break
		}
		if first {
			st.Shortest, first = shortest, false
		}
		ways, sure := q.ways(p, line, len(line))
		st.Ways, st.Sure = append(st.Ways, ways), st.Sure && sure
		st.Line = append(st.Line, line[0])
		p.Do(line[0], nil)
		reply, left := q.defence(p)
		if reply == core.NoMove {
			break
		}
		st.Line = append(st.Line, reply)
		p.Do(reply, nil)
		plies = left
	}
	return st
}

// study looks for more than one mate.
type study struct {
	solver  *Solver
	problem Problem
}

// shortest returns a mate no longer than most plies, and whether none is shorter. A
// mate of that length is known to exist. If the search ends first, there is no line.
func (q *study) shortest(p core.Position, most int) (line []core.Move, sure bool) {
	sure = true
	o := q.problem
	for o.Plies = 1; o.Plies < most && sure; o.Plies += 2 {
		a := q.solver.Solve(p, o)
		if a.Verdict == Proved {
			return a.Line, true
		}
		sure = a.Verdict == Disproved
	}
	if o.Plies = most; o.ChecksOnly {
		o.Plies = q.problem.Plies // as it was proved
	}
	return q.solver.Solve(p, o).Line, sure
}

// ways returns the moves that mate in p, where line is the shortest mate, and whether all
// other moves are refuted.
func (q *study) ways(p core.Position, line []core.Move, plies int) (ways []Way, sure bool) {
	ways, sure = []Way{{line[0], plies}}, true
	var moves core.MoveList
	p.Generate(core.Tactical, &moves) // without the pointless ones, see core.Quiet
	p.Generate(core.Quiet, &moves)
	for _, m := range moves.Slice() {
		if m == line[0] || q.problem.ChecksOnly && !p.GivesCheck(m) {
			continue
		}
		p.Do(m, nil)
		longest, known := q.holds(p, plies-1)
		p.Undo()
		switch {
		case !known:
			sure = false
		case longest >= 0:
			ways = append(ways, Way{m, longest + 1})
		}
	}
	slices.SortStableFunc(ways[1:], func(a, b Way) int { return cmp.Compare(a.Plies, b.Plies) })
	return ways, sure
}

// holds returns how many plies the defender, who is to move, can hold out, -1 if there is
// no mate. Without ChecksOnly, only a mate within most plies counts.
func (q *study) holds(p core.Position, most int) (plies int, known bool) {
	o := q.problem
	if !o.ChecksOnly {
		o.Plies = most - 1
	}
	if v := p.Verdict(); v.Over() && v.Ending != core.Checkmate && v.Ending != core.MoveLimit {
		return -1, true
	}
	var replies core.MoveList
	p.Generate(core.AllMoves, &replies)
	switch {
	case replies.N == 0 && p.InCheck():
		return 0, true
	case replies.N == 0 || !o.ChecksOnly && o.Plies <= 0:
		return -1, true
	}
	known = true
	for _, m := range replies.Slice() {
		p.Do(m, nil)
		a := q.solver.Solve(p, o)
		p.Undo()
		switch {
		case a.Verdict == Disproved:
			return -1, true
		case len(a.Line) == 0: // unknown, or proved when the search ended
			known = false
		default:
			plies = max(plies, len(a.Line)+1)
		}
	}
	return plies, known
}

// defence returns the reply that holds out longest and the plies that the attacker needs
// after it; NoMove if no reply is known to lose.
func (q *study) defence(p core.Position) (best core.Move, plies int) {
	var replies core.MoveList
	p.Generate(core.AllMoves, &replies)
	for _, m := range replies.Slice() {
		p.Do(m, nil)
		if a := q.solver.Solve(p, q.problem); a.Verdict == Proved {
			if line, _ := q.shortest(p, len(a.Line)); len(line) > plies {
				best, plies = m, len(line)
			}
		}
		p.Undo()
	}
	return best, plies
}

// Tree returns a proof that p is mate: a move of the attacker, and for each reply the
// attacker's next move, but no more replies than most. It is nil if nothing is
// proved.
func (s *Solver) Tree(p core.Position, o Problem, most int) *core.Proof {
	q := &study{solver: s, problem: o}
	if most <= 0 {
		most = math.MaxInt
	}
	return q.branch(p.Clone(), &most)
}

func (q *study) branch(p core.Position, left *int) *core.Proof {
	a := q.solver.Solve(p, q.problem)
	if a.Verdict != Proved {
		return nil
	}
	line, _ := q.shortest(p, len(a.Line))
	if len(line) == 0 {
		line = a.Line
	}
	if len(line) == 0 { // the search ended before the line was known
		return nil
	}
	b := &core.Proof{Move: line[0], Plies: len(line)}
	p.Do(line[0], nil)
	defer p.Undo()
	var replies core.MoveList
	p.Generate(core.AllMoves, &replies)
	for _, m := range replies.Slice() {
		r := core.Defence{Move: m}
		if *left--; *left >= 0 {
			p.Do(m, nil)
			r.Next = q.branch(p, left)
			p.Undo()
		}
		b.Replies = append(b.Replies, r)
	}
	slices.SortStableFunc(b.Replies, func(a, b core.Defence) int { return cmp.Compare(plies(b), plies(a)) })
	return b
}

// plies returns how long a reply holds out, as far as is known.
func plies(r core.Defence) int {
	if r.Next == nil {
		return 0
	}
	return r.Next.Plies
}
