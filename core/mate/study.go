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
	// Free says that Move is as good as the first one by the convention of problems (higentei):
	// it ends the mate, or promotes where the first one does not, or the other way round.
	Free bool
}

// Study is what is known of a problem beyond its answer.
type Study struct {
	Verdict Verdict
	// Shortest says that no mate is shorter than Line.
	Shortest bool
	// Line is a mate in which the defender holds out as long as any known reply does. In problems
	// by checks alone it may end before interpositions that are futile.
	Line []core.Move
	// Ways are, for each move of the attacker on Line, all moves that mate there, the shortest
	// first: with more than one that is not free, a problem has other solutions (yozume). Without
	// ChecksOnly, only the moves that mate in as few plies count, and no way is free.
	Ways [][]Way
	// Sure says that every other move was refuted. Otherwise there may be more.
	Sure bool
}

// Study looks for every mate in p: the shortest one, all its first moves, the longest
// defence, and other mates on the way. o.GoOn limits each of its many searches, so that it
// may take many times as long as Solve. By checks alone futile interpositions (mudaai) do not count: the
// piece that gives check takes what was dropped, and the mate takes no longer without using it.
func (s *Solver) Study(p core.Position, o Problem) Study {
	q := &study{solver: s, problem: o}
	st := Study{Sure: true}
	answer := s.Solve(p, o)
	if st.Verdict = answer.Verdict; st.Verdict != Proved {
		return st
	}
	p = p.Clone()
	if _, hands := p.(Holder); hands && o.ChecksOnly {
		if by, ok := q.byConvention(p.Clone(), answer.Line); ok {
			return by
		}
	}
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

// byConvention is Study where futile interpositions do not count, in a problem that line
// solves. It fails if its nodes are used up.
func (q *study) byConvention(p core.Position, line []core.Move) (st Study, ok bool) {
	c := newConvention(q.solver, q.problem)
	st = Study{Verdict: Proved, Sure: true}
	plies := c.attack(p, len(line), 0)
	st.Shortest = true
	for plies > 0 && !c.cut {
		ways, sure := q.conventionalWays(c, p, plies)
		if c.cut || len(ways) == 0 {
			return Study{}, false
		}
		if i := slices.IndexFunc(ways, func(w Way) bool { return len(st.Line) == 0 && w.Move == line[0] && w.Plies == plies }); i > 0 {
			ways[0], ways[i] = ways[i], ways[0]
		}
		free(ways)
		st.Ways, st.Sure = append(st.Ways, ways), st.Sure && sure
		st.Line = append(st.Line, ways[0].Move)
		p.Do(ways[0].Move, nil)
		reply, left := c.longest(p, plies-1)
		if plies = left; reply == core.NoMove {
			break
		}
		st.Line = append(st.Line, reply)
		p.Do(reply, nil)
	}
	return st, len(st.Line) > 0 && !c.cut
}

// conventionalWays returns the checks that mate in p, the shortest mate of which takes some
// plies, the shortest first, and whether all other checks are refuted.
func (q *study) conventionalWays(c *convention, p core.Position, plies int) (ways []Way, sure bool) {
	sure = true
	var moves core.MoveList
	p.Generate(core.Tactical, &moves) // without the pointless ones, see core.Quiet
	p.Generate(core.Quiet, &moves)
	for _, m := range moves.Slice() {
		if !p.GivesCheck(m) {
			continue
		}
		p.Do(m, nil)
		longest, known := c.defence(p, plies-1, 0), true
		if longest < 0 {
			if longest, known = q.holds(p, 0); longest > plies && !c.cut {
				// What the interpositions added is taken off where that is quick.
				if fewer := c.defence(p, min(longest, plies+farther), 0); fewer >= 0 {
					longest = fewer
				}
			}
		}
		p.Undo()
		switch {
		case !known:
			sure = false
		case longest >= 0:
			ways = append(ways, Way{Move: m, Plies: longest + 1})
		}
	}
	slices.SortStableFunc(ways, func(a, b Way) int { return cmp.Compare(a.Plies, b.Plies) })
	return ways, sure
}

// farther is by how many plies a mate may be longer than the shortest one for its length to
// be looked for without futile interpositions.
const farther = 2

// free marks the ways of a move that the convention does not count as other solutions.
func free(ways []Way) {
	first := ways[0]
	for i := range ways[1:] {
		w := &ways[1+i]
		w.Free = first.Plies == 1 ||
			w.Plies == first.Plies && w.Move.FromTo() == first.Move.FromTo() && w.Move.IsPromotion() != first.Move.IsPromotion()
	}
}

// study looks for more than one mate.
type study struct {
	solver     *Solver
	problem    Problem
	convention *convention // nil where all interpositions count
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
	ways, sure = []Way{{Move: line[0], Plies: plies}}, true
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
			ways = append(ways, Way{Move: m, Plies: longest + 1})
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
	if _, hands := p.(Holder); hands && o.ChecksOnly {
		q.convention = newConvention(s, o)
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
	if c := q.convention; c != nil {
		if m, plies := c.best(p, len(line)); m != core.NoMove {
			b.Move, b.Plies = m, plies
		}
	}
	p.Do(b.Move, nil)
	defer p.Undo()
	futile := q.futile(p, b.Plies-1)
	var replies core.MoveList
	p.Generate(core.AllMoves, &replies)
	for _, m := range replies.Slice() {
		r := core.Defence{Move: m, Futile: futile(m)}
		if r.Futile {
			b.Replies = append(b.Replies, r)
			continue
		}
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

// futile returns what says which replies are futile in p, where the others hold out for no more
// than some plies.
func (q *study) futile(p core.Position, most int) func(core.Move) bool {
	var counted core.MoveList
	c := q.convention
	if c == nil || !c.replies(p, most, 0, func(m core.Move, _ int) { counted.Add(m) }) || c.cut {
		return func(core.Move) bool { return false }
	}
	return func(m core.Move) bool { return !counted.Contains(m) }
}

// plies returns how long a reply holds out, as far as is known.
func plies(r core.Defence) int {
	if r.Next == nil {
		return 0
	}
	return r.Next.Plies
}
