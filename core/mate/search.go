package mate

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// child is a move of a position on the path, and what is known about the position after
// it.
type child struct {
	move            core.Move
	board, hand     uint64
	need            uint64 // if solved, see result
	proof, disproof number
	plies           int32 // to mate, if proved
	loop            int32 // if disproved, see result
	after           int32 // index of the child that has to fail first; its own index if none has to
	fresh           bool  // never searched
	old             bool  // met before, not farther from the root
}

// pathNode is a position on the path from the root.
type pathNode struct {
	board, hand uint64
	pathKey     uint64 // key of the path up to here
}

// result is what a search found out about a position.
type result struct {
	proof, disproof number
	move            core.Move // the best one, if proved
	plies           int32     // to mate, if proved
	// need is the smallest hand of the attacker with which a proof holds, or the largest
	// with which a disproof holds.
	need uint64
	// loop says on what a disproof depends: the depth of the first position on the path
	// that it needs, noLoop if it holds on any path, or beyond if the search gave up
	// at the depth limit.
	loop int32
}

const (
	noLoop = math.MaxInt32
	beyond = -1
)

// attacking reports whether the attacker is to move at a depth.
func attacking(depth int) bool { return depth&1 == 0 }

// board returns the key of the position at a depth in the table. With a bound on the
// length of the mate it includes the plies that are left.
func (s *Solver) board(depth int) uint64 {
	key := uint64(0)
	if s.holder != nil {
		key = s.holder.BoardKey()
	} else {
		key = s.game.Key()
	}
	if s.bounded {
		key ^= mix(uint64(s.limit-depth) + 1)
	}
	return key
}

func (s *Solver) hand() uint64 {
	if s.holder == nil {
		return 0
	}
	return s.holder.Holdings(s.attacker)
}

// mix spreads a number over all bits (the finalizer of MurmurHash3).
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// enter appends a position to the path.
func (s *Solver) enter(depth int, board, hand uint64) {
	if depth == len(s.path) {
		s.path = append(s.path, pathNode{})
	}
	pathKey := uint64(0)
	if depth > 0 {
		last := &s.path[depth-1]
		pathKey = mix(last.pathKey + last.board ^ mix(last.hand))
	}
	s.path[depth] = pathNode{board: board, hand: hand, pathKey: pathKey}
	s.met[board%uint64(len(s.met))]++
}

// leave removes the last position from the path.
func (s *Solver) leave(depth int) { s.met[s.path[depth].board%uint64(len(s.met))]-- }

// repeated returns the depth of the last position before depth on the path that
// is at least as good for the attacker as the one at depth.
func (s *Solver) repeated(depth int, board, hand uint64) (int32, bool) {
	if s.bounded || s.met[board%uint64(len(s.met))] == 0 {
		return 0, false
	}
	for d := depth - 2; d >= 0; d -= 2 {
		if p := &s.path[d]; p.board == board && covers(p.hand, hand) {
			return int32(d), true
		}
	}
	return 0, false
}

// search searches the position at the end of the path, at a depth, until it is solved
// or one of its numbers reaches its threshold. mine is the threshold of the number of
// the side to move: the proof number for the attacker.
func (s *Solver) search(depth int, mine, theirs number) result {
	first, before, strained := len(s.children), s.nodes, s.strained
	s.count()
	s.expand(depth)
	if s.anyOld(first) {
		s.strained++
	}
	var c choice
	for {
		c = s.choose(depth, first)
		if c.mine == 0 || c.theirs == 0 || s.stopped {
			break
		}
		mine, theirs := mine, theirs
		if s.strained > 0 {
			// A position that was met before, closer to the root, may be counted in
			// its own numbers. Below the thresholds there may be nothing new to search
			// (Kishimoto 2010).
			mine, theirs = max(mine, c.mine+1), max(theirs, c.theirs+1)
		}
		if c.mine >= mine || c.theirs >= theirs {
			break
		}
		k := &s.children[c.best]
		if k.fresh && s.strained > 0 {
			s.strained--
		}
		s.game.Do(k.move, nil)
		s.enter(depth+1, k.board, k.hand)
		r := s.search(depth+1, c.limit(theirs), min(mine, c.second+max(1, c.second/4)))
		s.leave(depth + 1)
		s.game.Undo()
		k = &s.children[c.best] // the search may have moved it
		k.proof, k.disproof, k.plies, k.loop, k.fresh = r.proof, r.disproof, r.plies, r.loop, false
		k.need = r.need
	}
	r := s.sum(depth, first, c)
	if !s.stopped {
		s.remember(depth, r, s.nodes-before)
	}
	s.children = s.children[:first]
	s.strained = min(s.strained, strained)
	return r
}

func (s *Solver) count() {
	s.nodes++
	if s.nodes >= s.budget {
		s.stopped = true
	}
	if s.nodes%Interval == 0 && s.problem.GoOn != nil && !s.problem.GoOn(s.nodes) {
		s.stopped = true
	}
}

func (s *Solver) anyOld(first int) bool {
	for i := first; i < len(s.children); i++ {
		if k := &s.children[i]; k.old && k.proof != 0 && k.disproof != 0 {
			return true
		}
	}
	return false
}

// choice is which child to search next. Numbers of the side to move are called mine,
// numbers of the other side theirs.
type choice struct {
	mine, theirs number
	best         int    // index of the child
	share        number // of the best child in theirs
	second       number // what mine would be without the best child
}

// limit returns the threshold for the best child's share in theirs.
func (c *choice) limit(theirs number) number {
	return min(infinite, theirs-c.theirs+c.share)
}

// choose finds the most promising child. To win, the other side has to answer all
// moves; as these answers tend to have much in common, its number is the number of
// the hardest move plus one for each other move (weak proof-number search, Ueda et
// al. 2008).
func (s *Solver) choose(depth, first int) choice {
	c := choice{mine: infinite, second: infinite, best: -1}
	attacking := attacking(depth)
	open, hardest := number(0), number(0)
	for i := first; i < len(s.children); i++ {
		k := &s.children[i]
		mine, theirs := k.proof, k.disproof
		if !attacking {
			mine, theirs = theirs, mine
		}
		if theirs == 0 || mine != 0 && int(k.after) != i && s.open(k.after) {
			continue
		}
		open++
		hardest = max(hardest, theirs)
		if mine < c.mine {
			c.mine, c.second, c.best, c.share = mine, c.mine, i, theirs
		} else if mine < c.second {
			c.second = mine
		}
	}
	switch {
	case c.mine == 0:
		c.theirs = infinite
	case open > 0:
		c.theirs = min(infinite-1, hardest+open-1)
	}
	return c
}

// open reports whether a child is not solved.
func (s *Solver) open(i int32) bool { return s.children[i].proof != 0 && s.children[i].disproof != 0 }

// sum computes the result of a position from its children.
func (s *Solver) sum(depth, first int, c choice) result {
	children, hand := s.children[first:], s.path[depth].hand
	r := result{proof: c.mine, disproof: c.theirs, need: hand, loop: noLoop}
	if !attacking(depth) {
		r.proof, r.disproof = r.disproof, r.proof
	}
	switch {
	case r.proof == 0 && attacking(depth):
		r.plies = math.MaxInt32
		for i := range children {
			if k := &children[i]; k.proof == 0 && k.plies+1 < r.plies {
				r.plies, r.move = k.plies+1, k.move
				r.need = moveHand(k.need, k.hand, hand)
			}
		}
	case r.proof == 0:
		r.need = s.bare()
		for i := range children {
			k := &children[i]
			r.need = most(r.need, k.need)
			if k.plies+1 > r.plies {
				r.plies, r.move = k.plies+1, k.move
			}
		}
	case r.disproof == 0 && attacking(depth):
		r.need = s.rich()
		for i := range children {
			k := &children[i]
			r.need = least(r.need, moveHand(k.need, k.hand, hand))
			r.loop = min(r.loop, k.loop)
		}
	case r.disproof == 0:
		r.loop = beyond - 1
		for i := range children {
			if k := &children[i]; k.disproof == 0 && k.loop > r.loop {
				r.loop, r.need = k.loop, k.need
			}
		}
	}
	if r.disproof == 0 && r.loop >= int32(depth) {
		r.loop = noLoop // the path to this position does not matter
	}
	return r
}

// bare returns the smallest hand of the attacker for which the defender, who is in
// check, has no further replies: with less, the defender would have a kind of piece to
// interpose.
func (s *Solver) bare() uint64 {
	if s.holder == nil {
		return 0
	}
	if _, ok := s.holder.Blockable(); !ok {
		return 0
	}
	return s.holder.Holdings(s.attacker) & lacking(s.holder.Holdings(s.attacker.Other()))
}

// rich returns the largest hand of the attacker, who is to move, that allows no further
// checks: all pieces in hand of the kinds that the attacker has.
func (s *Solver) rich() uint64 {
	if s.holder == nil {
		return 0
	}
	hand := s.holder.Holdings(s.attacker)
	return (hand + s.holder.Holdings(s.attacker.Other())) &^ lacking(hand)
}

// remember stores a result in the table.
func (s *Solver) remember(depth int, r result, work uint64) {
	p := &s.path[depth]
	e := entry{board: p.board, hand: r.need, proof: r.proof, disproof: r.disproof,
		work: uint32(min(work, 1<<30)), ply: uint16(depth)}
	switch {
	case r.proof == 0:
		e.extra = int16(min(r.plies, math.MaxInt16))
	case r.disproof == 0 && r.loop != noLoop:
		e.hand = p.hand
		twin := e
		twin.board ^= p.pathKey
		twin.extra = int16(r.loop)
		s.table.put(&twin)
		e.proof, e.disproof, e.extra = 1, 1, 1
	case r.disproof != 0:
		if known := s.table.find(p.board, p.hand); known != nil && known.hand == p.hand &&
			known.proof != 0 && known.disproof != 0 {
			e.extra = known.extra
		}
	}
	s.table.put(&e)
}

// expand lists the children of the position at a depth.
func (s *Solver) expand(depth int) {
	s.list.Clear()
	s.game.Generate(core.AllMoves, &s.list)
	first := len(s.children)
	attacking := attacking(depth)
	checks := attacking && (s.problem.ChecksOnly || s.bounded && s.limit-depth == 1)
	undropped := !attacking && s.problem.undropped
	n := 0
	for _, m := range s.list.Slice() {
		if (!checks || s.game.GivesCheck(m)) && !(undropped && m.IsDrop()) {
			s.list.Moves[n] = m
			n++
		}
	}
	for i := range n {
		at := len(s.children)
		s.children = append(s.children, child{move: s.list.Moves[i], after: int32(at)})
		s.wait(first, at, !attacking)
	}
	for i := first; i < len(s.children); i++ {
		k := &s.children[i]
		s.game.Do(k.move, nil)
		s.look(depth+1, k)
		s.game.Undo()
		if !s.thorough && (attacking && k.proof == 0 || !attacking && k.disproof == 0 && k.loop == noLoop) {
			// This child decides.
			s.children[first] = *k
			s.children[first].after = int32(first)
			s.children = s.children[:first+1]
			return
		}
	}
}

// wait makes a child wait for an earlier one that is similar: a move without promotion
// for the same move with promotion, and a drop of the defender for another drop on the
// same square. What refutes one mostly refutes the other.
func (s *Solver) wait(first, at int, drops bool) {
	m := s.children[at].move
	for i := at - 1; i >= first; i-- {
		o := s.children[i].move
		if o.To() == m.To() && (drops && o.IsDrop() && m.IsDrop() || o.IsPromotion() && o.From() == m.From()) {
			s.children[at].after = int32(i)
			return
		}
	}
}

// look sets what is known about the position at a depth, after the move of k.
func (s *Solver) look(depth int, k *child) {
	k.board, k.hand = s.board(depth), s.hand()
	k.need, k.loop = k.hand, noLoop
	if d, again := s.repeated(depth, k.board, k.hand); again {
		k.proof, k.disproof, k.loop = infinite, 0, d
		return
	}
	if e := s.table.find(k.board, k.hand); e != nil {
		k.proof, k.disproof = e.proof, e.disproof
		if e.proof == 0 || e.disproof == 0 {
			k.need = e.hand
		}
		k.old = !s.bounded && int(e.ply) < depth
		switch {
		case e.proof == 0:
			k.plies = int32(e.extra)
		case e.disproof != 0 && e.extra != 0:
			last := &s.path[depth-1]
			pathKey := mix(last.pathKey + last.board ^ mix(last.hand))
			if twin := s.table.find(k.board^pathKey, k.hand); twin != nil && twin.disproof == 0 {
				k.proof, k.disproof, k.loop = infinite, 0, int32(twin.extra)
			}
		}
		return
	}
	k.fresh = true
	k.proof, k.disproof = 1, 1
	if attacking(depth) {
		s.lookForAttacker(depth, k)
	} else {
		s.lookForDefender(depth, k)
	}
	if depth >= s.limit && k.proof != 0 && k.disproof != 0 {
		k.proof, k.disproof = infinite, 0
		if !s.bounded {
			k.loop = beyond
		}
	}
}

// lookForAttacker looks for a mate in one.
func (s *Solver) lookForAttacker(_ int, k *child) {
	if m := s.game.MateInOne(); m != core.NoMove {
		k.proof, k.disproof, k.plies = 0, infinite, 1
		s.game.Do(m, nil)
		k.need = moveHand(s.bare(), s.hand(), k.hand)
		s.game.Undo()
	}
}

// lookForDefender counts the replies, which all have to be answered.
func (s *Solver) lookForDefender(_ int, k *child) {
	if !s.problem.ChecksOnly {
		if _, over := s.game.Outcome(0); over {
			k.proof, k.disproof = infinite, 0
			return
		}
	}
	s.list.Clear()
	s.game.Generate(core.AllMoves, &s.list)
	var taken [128]bool // squares on which a drop is counted
	replies := number(0)
	for _, m := range s.list.Slice() {
		if m.IsDrop() {
			if taken[m.To()] || s.problem.undropped {
				continue
			}
			taken[m.To()] = true
		}
		replies++
	}
	switch {
	case replies > 0:
		k.proof = replies
	case s.game.InCheck():
		k.proof, k.disproof, k.plies = 0, infinite, 0
		k.need = s.bare()
	default:
		k.proof, k.disproof = infinite, 0
	}
}
