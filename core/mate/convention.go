package mate

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// A futile interposition (mudaai) is a drop between the king and the piece that gives check
// which this piece takes at once, and which changes nothing: without the piece taken the
// mate goes on, and takes no more plies than if nothing had been dropped. Problems do not
// count it as a reply.

// conventionNodes bounds all searches for the length of a mate by convention.
const conventionNodes = 1 << 19

// convention finds how long mates by checks alone take if futile interpositions do not
// count. Once its nodes are used up it is cut, and its answers mean nothing.
type convention struct {
	solver  *Solver
	problem Problem
	left    int // nodes
	cut     bool
	known   map[situation]found
}

// situation is a position with the attacker to move, and pieces of his hand that he must
// not use: those that were interposed in vain.
type situation struct{ position, kept uint64 }

// found is what is known of a situation: that there is no mate within some plies, and the
// length of the shortest one, 0 if none is known.
type found struct{ none, plies int }

func newConvention(s *Solver, o Problem) *convention {
	return &convention{solver: s, problem: o, left: conventionNodes, known: map[situation]found{}}
}

// spend takes nodes off those that are left.
func (c *convention) spend(nodes int) {
	c.left -= nodes
	c.cut = c.cut || c.left <= 0
}

// attack returns the length of the shortest mate of the attacker, who is to move, 0 if
// there is none within most plies.
func (c *convention) attack(p core.Position, most int, kept uint64) int {
	at := situation{p.Key(), kept}
	f, met := c.known[at]
	if !met {
		f.none = -1
	}
	for f.plies == 0 && f.none+2 <= most {
		mated := c.within(p, f.none+2, kept)
		if c.cut {
			return 0
		}
		if f.none += 2; mated {
			f.plies = f.none
		}
	}
	c.known[at] = f
	if f.plies > most {
		return 0
	}
	return f.plies
}

// within reports whether the attacker mates within some plies. Where interpositions make
// no difference, the solver knows: there is a mate with all of them, or no mate even
// without them.
func (c *convention) within(p core.Position, plies int, kept uint64) bool {
	if plies > 1 {
		o := Problem{ChecksOnly: true, Plies: plies, GoOn: c.problem.GoOn}
		if kept == 0 && c.solve(p, o) == Proved {
			return true
		}
		if o.undropped = true; c.solve(p, o) == Disproved {
			return false
		}
	}
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	for _, m := range moves.Slice() {
		if !p.GivesCheck(m) {
			continue
		}
		side := p.Side()
		p.Do(m, nil)
		mated := covers(p.(Holder).Holdings(side), kept) && c.defence(p, plies-1, kept) >= 0
		p.Undo()
		if mated || c.cut {
			return mated
		}
	}
	return false
}

func (c *convention) solve(p core.Position, o Problem) Verdict {
	if c.cut {
		return Unknown
	}
	a := c.solver.Solve(p, o)
	c.spend(int(a.Nodes))
	return a.Verdict
}

// defence returns how many plies the defender, who is in check, holds out, -1 if he is not
// mated within most.
func (c *convention) defence(p core.Position, most int, kept uint64) int {
	plies := 0
	if !c.replies(p, most, kept, func(_ core.Move, left int) { plies = max(plies, left+1) }) {
		return -1
	}
	return plies
}

// replies visits all replies of the defender, who is in check, but futile ones, with the
// plies that the attacker needs then. It ends with false if that is more than most allows.
func (c *convention) replies(p core.Position, most int, kept uint64, visit func(m core.Move, left int)) bool {
	if c.spend(1); c.cut || c.left&63 == 0 && c.problem.GoOn != nil && !c.problem.GoOn(0) {
		c.cut = true
		return false
	}
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	plies := 0 // without interpositions from the hand
	answered := func(m core.Move) int {
		if most < 2 {
			return 0
		}
		p.Do(m, nil)
		defer p.Undo()
		return c.attack(p, most-1, kept)
	}
	for _, m := range moves.Slice() {
		if m.IsDrop() {
			continue
		}
		left := answered(m)
		if left == 0 {
			return false
		}
		plies = max(plies, left+1)
		visit(m, left)
	}
	var tried, futile [128]bool // squares: what is dropped there makes no difference, as it is not used
	for _, m := range moves.Slice() {
		if !m.IsDrop() {
			continue
		}
		if to := m.To(); !tried[to] {
			tried[to], futile[to] = true, c.futile(p, m, plies, kept)
		}
		if futile[m.To()] {
			continue
		}
		left := answered(m)
		if left == 0 {
			return false
		}
		visit(m, left)
	}
	return true
}

// futile reports whether an interposition is futile where the other replies hold out for
// some plies.
func (c *convention) futile(p core.Position, drop core.Move, plies int, kept uint64) bool {
	checker, one := p.(Holder).Blockable()
	if !one {
		return false
	}
	p.Do(drop, nil)
	defer p.Undo()
	attacker := p.Side()
	hand := p.(Holder).Holdings(attacker)
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	for _, m := range moves.Slice() {
		if m.IsDrop() || m.From() != checker || m.To() != drop.To() || !p.GivesCheck(m) {
			continue
		}
		p.Do(m, nil)
		taken := p.(Holder).Holdings(attacker) - hand
		mated := c.defence(p, plies, kept+taken) >= 0
		p.Undo()
		if mated {
			return true
		}
	}
	return false
}

// longest returns the reply that holds out longest and the plies that the attacker needs
// then, which are below most; NoMove if there is none that is not futile.
func (c *convention) longest(p core.Position, most int) (best core.Move, plies int) {
	c.replies(p, most, 0, func(m core.Move, left int) {
		if left > plies {
			best, plies = m, left
		}
	})
	return best, plies
}

// best returns the first move of a shortest mate, and its plies; NoMove if none within most
// plies is found.
func (c *convention) best(p core.Position, most int) (m core.Move, plies int) {
	plies = c.attack(p, most, 0)
	if plies == 0 {
		return core.NoMove, 0
	}
	var moves, all core.MoveList
	p.Generate(core.Tactical, &moves) // without the pointless ones where others are as good
	p.Generate(core.Quiet, &moves)
	p.Generate(core.AllMoves, &all)
	for _, m := range slices.Concat(moves.Slice(), all.Slice()) {
		if !p.GivesCheck(m) {
			continue
		}
		p.Do(m, nil)
		mated := c.defence(p, plies-1, 0) >= 0
		p.Undo()
		if mated {
			return m, plies
		}
	}
	return core.NoMove, 0
}
