package mate

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Holder is implemented by positions with pieces in hand. If the attacker mates with a
// hand, so does a larger hand on the same board.
type Holder interface {
	// BoardKey returns the part of Key that does not come from the hands.
	BoardKey() uint64
	// Holdings returns what c has in hand: a count below 128 for each kind, in a
	// byte of its own.
	Holdings(c core.Color) uint64
	// Blockable reports whether an interposition could end the check that the side to
	// move is in, and where the piece stands that gives it.
	Blockable() (checker core.Square, ok bool)
}

// Problem says which mates to look for. The side to move is the attacker.
type Problem struct {
	// ChecksOnly means that the attacker gives check with every move.
	ChecksOnly bool
	// Plies bounds the length of the mate; 0: no bound. It is required without
	// ChecksOnly.
	Plies int
	// GoOn is called every [Interval] nodes with their number and says whether to
	// continue. If it is nil, the search ends only with an answer.
	GoOn func(nodes uint64) bool

	// undropped means that the defender drops nothing. Mates have no line then.
	undropped bool
}

// Interval is the number of nodes between two calls of Problem.GoOn.
const Interval = 512

// Verdict is the result of a search.
type Verdict uint8

// The verdicts.
const (
	Unknown   Verdict = iota // neither proved nor refuted
	Proved                   // there is a mate, and its line is known
	Disproved                // there is no mate
)

func (v Verdict) String() string { return [...]string{"unknown", "mate", "no mate"}[v] }

// Answer is the end of a search.
type Answer struct {
	Verdict Verdict
	// Line leads to mate if Verdict is Proved. Both sides play the best moves of the
	// proof. There may be better moves, but short mates are the shortest.
	Line  []core.Move
	Nodes uint64 // positions expanded
}

// maxDepth is the distance from the root at which the search gives up a line. The
// longest known tsume has 1525 plies.
const maxDepth = 4000

// leastShortening is the minimum number of nodes to look for a shorter mate.
const leastShortening = 1000

// Solver looks for mates, one at a time. It keeps its memory from one search to the
// next, but no results.
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

	children []child // of the positions on the path, in the order of the path
	path     []pathNode
	met      [1 << 12]uint16 // how many positions of the path have a key with these low bits
	list     core.MoveList
}

// New returns a solver whose table takes up to the given number of MiB, at least 1.
// While the table grows, in steps, it takes half as much again.
func New(mebibytes int) *Solver {
	s := &Solver{}
	bound := max(1, mebibytes) * bucketsInMiB
	for s.table.bound = 1; 2*s.table.bound <= bound; {
		s.table.bound *= 2
	}
	return s
}

// Full returns the permille of the table in use.
func (s *Solver) Full() int { return s.table.full() }

// Solve looks for a mate in p, which it does not change.
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
	case r.proof == 0 && s.problem.undropped:
		return Proved, nil
	case r.proof == 0:
		if line := s.line(); line != nil {
			return Proved, line
		}
	case r.disproof == 0 && r.loop != beyond:
		return Disproved, nil
	}
	return Unknown, nil
}

// shorten looks for a mate shorter than line, with increasing length, for a quarter of
// the nodes that it took to find line, and returns the shorter one.
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
	s.children, s.path = s.children[:0], s.path[:0]
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

// mates plays a line from the root and reports whether it is legal and ends in mate,
// with checks only if the problem says so.
func (s *Solver) mates(line []core.Move) bool {
	played, sound := 0, len(line)%2 == 1
	for i, m := range line {
		if s.game.ValidateMove(m.ID()) != m || i > 0 && s.ended() {
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

// ended reports whether the rules end the game here. Problems have no move limit.
func (s *Solver) ended() bool {
	v := s.game.Verdict()
	return v.Over() && v.Ending != core.MoveLimit
}
