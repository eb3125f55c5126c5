package mate

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Holder is implemented by positions with pieces in hand. A board from which the
// attacker mates with some hand is a mate with more in hand as well.
type Holder interface {
	// BoardKey returns the part of Key that does not come from the hands.
	BoardKey() uint64
	// Holdings returns what c has in hand: a count below 128 for each kind, in a
	// byte of its own.
	Holdings(c core.Color) uint64
	// Blockable reports whether a piece that is put between could end the check
	// in which the side to move is.
	Blockable() bool
}

// Problem says which mate to look for. The side to move is the attacker.
type Problem struct {
	// ChecksOnly has the attacker give check with every move.
	ChecksOnly bool
	// Plies bounds the length of the mate; 0: no bound. It must be given unless
	// ChecksOnly is.
	Plies int
	// GoOn is asked every [Interval] nodes whether to go on, given their number.
	// If it is nil the search ends only with an answer.
	GoOn func(nodes uint64) bool
}

// Interval is the number of nodes between two calls of Problem.GoOn.
const Interval = 512

// Verdict is what a search has found out.
type Verdict uint8

// The verdicts.
const (
	Unknown   Verdict = iota // neither proved nor refuted
	Proved                   // there is a mate, and its line is known
	Disproved                // there is none
)

func (v Verdict) String() string { return [...]string{"unknown", "mate", "no mate"}[v] }

// Answer is the end of a search.
type Answer struct {
	Verdict Verdict
	// Line leads to mate if Verdict is Proved. Both sides play what is best in the
	// proof, which need not be the best there is; for short mates the proof is that
	// of the shortest.
	Line  []core.Move
	Nodes uint64 // positions expanded
}

// maxDepth is the distance from the root at which the search gives up a line. The
// longest tsume known takes 1525 plies.
const maxDepth = 4000

// leastShortening is how many nodes may be spent on looking for a shorter mate
// even when one is found at once.
const leastShortening = 1000

// Solver looks for mates, one at a time. It keeps its memory from one search to
// the next, but no knowledge.
type Solver struct {
	table table

	problem  Problem
	game     core.Position
	holder   Holder // game, nil if it has no hands
	attacker core.Color
	limit    int // plies, maxDepth if there is no bound
	bounded  bool

	nodes    uint64
	budget   uint64 // nodes at which to stop
	stopped  bool
	thorough bool // look at every move even if one is known to mate
	strained int  // by how many old positions thresholds have to be exceeded, see search

	kids []kid // of the positions on the path, in the order of the path
	path []place
	met  [1 << 12]uint16 // how many positions of the path have a key with these low bits
	list core.MoveList
}

// New returns a solver whose table takes up to the given number of MiB, 1 at
// least. While the table grows, which it does in steps, it takes half as much
// again.
func New(mebibytes int) *Solver {
	s := &Solver{}
	bound := max(1, mebibytes) * bucketsInMiB
	for s.table.bound = 1; 2*s.table.bound <= bound; {
		s.table.bound *= 2
	}
	return s
}

// Full returns the use of the table in permille.
func (s *Solver) Full() int { return s.table.full() }

// Solve looks for the mate that o asks for in p, which it leaves as it is.
func (s *Solver) Solve(p core.Position, o Problem) Answer {
	s.start(p, o)
	var a Answer
	a.Verdict, a.Line = s.attempt()
	if a.Verdict == Proved {
		a.Line = s.shorten(a.Line)
	}
	a.Nodes = s.nodes
	return a
}

// attempt searches from the root within the limit in force.
func (s *Solver) attempt() (Verdict, []core.Move) {
	s.enter(0, s.board(0), s.hand())
	defer s.leave(0)
	r := s.search(0, infinite, infinite)
	switch {
	case r.proof == 0:
		if line := s.line(); line != nil {
			return Proved, line
		}
	case r.disproof == 0 && r.loop != beyond:
		return Disproved, nil
	}
	return Unknown, nil
}

// shorten looks for a mate shorter than line, from the shortest on, for a quarter
// of what it took to find that, and returns the best there is.
func (s *Solver) shorten(line []core.Move) []core.Move {
	s.budget = s.nodes + s.nodes/4 + leastShortening
	s.bounded = true
	for s.limit = 1; s.limit < len(line) && !s.stopped; s.limit += 2 {
		if _, shorter := s.attempt(); shorter != nil {
			return shorter
		}
	}
	return line
}

func (s *Solver) start(p core.Position, o Problem) {
	s.problem, s.game, s.attacker = o, p.Clone(), p.Side()
	s.holder, _ = s.game.(Holder)
	s.limit, s.bounded = maxDepth, o.Plies > 0 || !o.ChecksOnly
	if s.bounded {
		s.limit = max(1, min(o.Plies, maxDepth)-1|1) // the attacker moves last
	}
	s.nodes, s.budget, s.stopped, s.thorough, s.strained = 0, math.MaxUint64, false, false, 0
	s.kids, s.path = s.kids[:0], s.path[:0]
	clear(s.met[:])
	s.table.clear()
}

// line returns the moves to mate from the root, which is proved, or nil if the
// search was stopped before they were known.
func (s *Solver) line() []core.Move {
	s.thorough = true
	var line []core.Move
	mated := false
	for depth := 0; depth < s.limit+1; depth++ {
		r := s.search(depth, infinite, infinite)
		if r.proof != 0 {
			break
		}
		if mated = r.move == core.NoMove; mated {
			break
		}
		line = append(line, r.move)
		s.game.Do(r.move, nil)
		s.enter(depth+1, s.board(depth+1), s.hand())
	}
	for depth := len(line); depth > 0; depth-- {
		s.leave(depth)
		s.game.Undo()
	}
	s.thorough = false
	if !mated || !s.mates(line) {
		return nil
	}
	return line
}

// mates plays a line from the root and reports whether it is legal and ends in
// mate, with check after check if that is asked for.
func (s *Solver) mates(line []core.Move) bool {
	played, sound := 0, len(line)%2 == 1
	for i, m := range line {
		if s.game.Expand(m.ID()) != m || i > 0 && s.ended() {
			sound = false
			break
		}
		s.game.Do(m, nil)
		played++
		if i%2 == 0 && s.problem.ChecksOnly && !s.game.InCheck() {
			sound = false
			break
		}
	}
	if sound {
		v := s.game.Verdict()
		sound = v.Ending == core.Checkmate && v.Winner == s.attacker
	}
	for range played {
		s.game.Undo()
	}
	return sound
}

// ended reports whether the rules end the game here. Problems know no move limit.
func (s *Solver) ended() bool {
	v := s.game.Verdict()
	return v.Over() && v.Ending != core.MoveLimit
}
