package opening

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
)

// strategist watches a game of shogi for the formations of the table.
type strategist struct {
	*formationSet
	p        *shogi.Position
	handicap Term
	last     core.Move  // that was looked at
	checked  bool       // after it
	seen     [2][]sight // of each way of the table
	marks    [2][]bool  // the formations of each side, when the game is over
}

// sight is how often a way was seen, and whether it was at the last ply.
type sight struct {
	plies int
	now   bool
}

// newStrategist returns a strategist who looks at p when it is told to, nil without a table.
func newStrategist(p *shogi.Position) *strategist {
	set, err := formations()
	if err != nil {
		return nil // a test reads the table
	}
	s := &strategist{formationSet: set, p: p}
	if english, japanese := record.HandicapOf(p); japanese != "" {
		s.handicap = Term{"Handicap", japanese}
		if english != "" {
			s.handicap.English += ": " + english
		}
	}
	for c := range s.seen {
		s.seen[c], s.marks[c] = make([]sight, s.ways), make([]bool, len(s.all))
	}
	s.look(core.NoMove)
	return s
}

// look looks at the position after a move, or at the first one.
func (s *strategist) look(m core.Move) {
	plies := s.p.Plies()
	for c := range core.Color(2) {
		here := scene{p: s.p, side: c, evades: s.checked}
		if s.p.Side() != c {
			here.move, here.before = m, s.last
		}
		for i := range s.all {
			f := &s.all[i]
			for j := range f.ways {
				w := &f.ways[j]
				sight := &s.seen[c][w.id]
				if plies < w.from || plies > w.by || sight.plies > 0 && f.kind != rook {
					continue
				}
				if sight.now = here.matches(w); sight.now {
					sight.plies++
				}
			}
		}
	}
	s.last, s.checked = m, s.p.InCheck()
}

// matches reports whether the conditions of a way hold that a position can tell.
func (s *scene) matches(w *way) bool {
	for i := range w.conditions {
		if !s.has(&w.conditions[i]) {
			return false
		}
	}
	return true
}

// settled is the number of plies after which a rook on a file is at home there. A rook that has just
// gone there is at home, too.
const settled = 4

// conclude decides which formations both sides have had.
func (s *strategist) conclude() {
	home, longest := [2]int{-1, -1}, [2]int{}
	for i := range s.all {
		f := &s.all[i]
		for c := range core.Color(2) {
			s.marks[c][i] = false
			for j := range f.ways {
				sight := s.seen[c][f.ways[j].id]
				if sight.plies == 0 || f.kind == rook && sight.plies < settled && !sight.now || !s.answers(c, &f.ways[j]) {
					continue
				}
				if f.kind == rook {
					if sight.plies < longest[c] {
						continue
					}
					if home[c] >= 0 {
						s.marks[c][home[c]] = false
					}
					home[c], longest[c] = i, sight.plies
				}
				s.marks[c][i] = true
			}
		}
	}
}

// answers reports whether the formations that a way asks for are there.
func (s *strategist) answers(c core.Color, w *way) bool {
	for _, a := range w.asks {
		side, found := c, false
		if a.other {
			side = c.Other()
		}
		for _, id := range a.any {
			found = found || s.marks[side][id]
		}
		if found == a.not {
			return false
		}
	}
	return true
}

// lowest returns the lowest formation of a side in the table that is wanted, -1 if it has none.
func (s *strategist) lowest(c core.Color, wanted func(*formation) bool) int {
	for i := len(s.all) - 1; i >= 0; i-- {
		if s.marks[c][i] && wanted(&s.all[i]) {
			return i
		}
	}
	return -1
}

// name writes what is known of the game.
func (s *strategist) name(n *Name) {
	s.conclude()
	best, owner := -1, core.First
	for c := range core.Color(2) {
		named := s.lowest(c, func(f *formation) bool { return f.kind == plan || f.kind == trick })
		if named > best {
			best, owner = named, c
		}
		if i := s.lowest(c, func(f *formation) bool { return f.kind == castle }); i >= 0 {
			n.Castles[c] = s.all[i].Term
		}
		for i := range s.all {
			switch f := &s.all[i]; {
			case !s.marks[c][i]:
			case f.kind == form || f.kind == plan || f.kind == trick:
				n.Strategies[c] = append(n.Strategies[c], f.Term)
			case f.kind == tactic:
				n.Tactics[c] = append(n.Tactics[c], f.Term)
			}
		}
	}
	switch {
	case s.handicap != Term{}:
		n.Term, n.Family = s.handicap, s.handicap
	case best >= 0:
		f := &s.all[best]
		n.Term, n.Family = f.Term, s.familyOf(f)
		if f.kind == plan && s.faces(owner) {
			n.Term = s.against(n.Term, owner.Other())
		}
	}
}

// The formations of the table by whose names the opponents of a ranging rook are found.
const rangingRook, staticRook = "振り飛車", "居飛車"

// faces reports whether a side has a ranging rook and the other side a static one.
func (s *strategist) faces(c core.Color) bool {
	return s.marks[c][s.ids[rangingRook]] && s.marks[c.Other()][s.ids[staticRook]]
}

// against adds to a name what the other side did: its plan or else its castle.
func (s *strategist) against(name Term, other core.Color) Term {
	for _, k := range []kind{plan, castle} {
		if i := s.lowest(other, func(f *formation) bool { return f.kind == k && f.versus }); i >= 0 {
			had := s.all[i].Term
			return Term{name.English + " against " + had.English, name.Japanese + "対" + had.Japanese}
		}
	}
	return name
}
