package shogi

import "github.com/nitoryu/nitoryu/core"

// mateSearch is a search for a mate in one.
type mateSearch struct {
	p            *Position
	us           core.Color
	king         core.Square // the enemy king
	occupied     Bitboard
	escapes      Bitboard // squares that the king could go to
	blockers     Bitboard // pieces that stand alone between the king and one of our sliders
	canInterpose bool     // the enemy can block any check by a slider with a drop
}

// MateInOne implements [core.Game]. It finds every mate in one, except by pointless
// moves (see [core.Quiet]). In check it returns NoMove.
func (p *Position) MateInOne() core.Move {
	us := p.side & 1
	them := us ^ 1
	if p.InCheck() || p.kings[them] == noSquare {
		return core.NoMove
	}
	s := mateSearch{p: p, us: us, king: p.kings[them] & 127, occupied: p.Occupied()}
	for k := Silver; k <= Rook; k++ {
		s.canInterpose = s.canInterpose || p.hands[them].has(k)
	}
	for around := steps[them][King][s.king].AndNot(p.colors[them]); around.Any(); {
		// No slider attacks through the king, which is not in check.
		if sq := around.Pop(); !p.attacked(sq, s.occupied, us) {
			s.escapes = s.escapes.Or(bit(sq))
		}
	}
	_, s.blockers = p.checkInfo(them)
	if m := s.drops(); m != core.NoMove {
		return m
	}
	return s.moves()
}

// matingDrops lists the kinds by how often their drops mate. A pawn drop must not.
var matingDrops = [...]core.PieceType{Gold, Silver, Rook, Bishop, Lance, Knight}

func (s *mateSearch) drops() core.Move {
	p, us := s.p, s.us
	for _, k := range matingDrops {
		if !p.hands[us].has(k) {
			continue
		}
		for to := s.checks(k).AndNot(s.occupied); to.Any(); {
			sq := to.Pop()
			if s.mayMate(sq, k, s.occupied) {
				if m := core.NewDrop(k, sq); s.mates(m) {
					return m
				}
			}
		}
	}
	return core.NoMove
}

func (s *mateSearch) moves() core.Move {
	p, us := s.p, s.us
	own := p.colors[us]
	pinned, king := p.states[p.top].pinned, p.kings[us]&127
	candidates := s.blockers
	for k, squares := range checkSources[us][s.king&127] {
		candidates = candidates.Or(squares.And(p.pieces[k]))
	}
	for candidates = candidates.And(own); candidates.Any(); {
		from := candidates.Pop() & 127
		k := p.kindAt(from)
		to := Attacks(us, k, from, s.occupied).AndNot(own)
		if pinned.Has(from) {
			to = to.And(line[king][from])
		}
		discovers := s.blockers.Has(from)
		promotes := Bitboard{} // targets with promotion
		if promoted[k] != 0 {
			promotes = to
			if !zones[us].Has(from) {
				promotes = to.And(zones[us])
			}
			if promotes.Any() && !discovers {
				promotes = promotes.And(s.checks(promoted[k]))
			}
			if k == Pawn || k == Bishop || k == Rook {
				// Not promoting would be pointless.
				to = to.AndNot(zones[us])
				if zones[us].Has(from) {
					to = Bitboard{}
				}
			} else if k != Silver {
				to = to.AndNot(lastTwo[us])
			}
		}
		if to.Any() && !discovers {
			to = to.And(s.checks(k))
		}
		if !to.Any() && !promotes.Any() {
			continue
		}
		t := attempt{from: from, occupied: s.occupied.AndNot(bit(from)), discovers: discovers}
		t.opens = p.sliderAttackers(us, from, s.occupied).Any()
		if m := s.try(&t, to, k, false); m != core.NoMove {
			return m
		}
		if m := s.try(&t, promotes, promoted[k], true); m != core.NoMove {
			return m
		}
	}
	return core.NoMove
}

// attempt is what the moves of a piece have in common.
type attempt struct {
	from      core.Square
	occupied  Bitboard // without the piece
	discovers bool     // it may discover a check
	opens     bool     // a slider behind it attacks further squares once it has moved
}

// try returns a move to one of the set that mates; k is the kind after the move.
func (s *mateSearch) try(t *attempt, set Bitboard, k core.PieceType, promotion bool) core.Move {
	for set.Any() {
		to := set.Pop()
		if k == King && s.p.attacked(to, t.occupied, s.us^1) {
			continue
		}
		if t.discovers && !line[s.king][t.from].Has(to) {
			// A discovered check may always mate.
		} else if t.discovers && !s.checks(k).Has(to) || !t.opens && !s.mayMate(to, k, t.occupied) {
			continue
		}
		if m := s.p.compose(t.from, to, promotion); s.mates(m) {
			return m
		}
	}
	return core.NoMove
}

// checks returns the squares from which a piece of kind k attacks the king, without those
// where a drop could come between.
func (s *mateSearch) checks(k core.PieceType) Bitboard {
	if s.canInterpose {
		return steps[s.us^1][stepper[k]][s.king&127]
	}
	return Attacks(s.us^1, k, s.king, s.occupied)
}

// stepper holds for each kind the one that steps to where it attacks without room between.
var stepper = [core.MaxPieceTypes]core.PieceType{
	Pawn: Pawn, Lance: Pawn, Knight: Knight, Silver: Silver, Bishop: Dragon, Rook: Horse, Gold: Gold, King: King,
	ProPawn: Gold, ProLance: Gold, ProKnight: Gold, ProSilver: Gold, Horse: King, Dragon: King,
}

// mayMate reports whether a check from to by a piece of kind k, which opens no line of
// ours, can be a mate, as far as that can be told without playing it. occupied is the
// board without the square that the piece came from.
func (s *mateSearch) mayMate(to core.Square, k core.PieceType, occupied Bitboard) bool {
	through := occupied.AndNot(bit(s.king))
	attacks := Attacks(s.us, k, to, through)
	if s.escapes.AndNot(attacks).AndNot(bit(to)).Any() {
		return false
	}
	if !steps[s.us][King][s.king].Has(to) {
		if s.canInterpose && between[s.king][to&127].Any() {
			return false
		}
	} else if !s.p.attackersBy(s.us, to, through).And(occupied).Any() {
		return false
	}
	takers := s.p.attackersBy(s.us^1, to, occupied).AndNot(bit(s.king)).AndNot(s.blockers)
	return !takers.Any()
}

// mates reports whether the legal move m, which gives check, mates.
func (s *mateSearch) mates(m core.Move) bool {
	s.p.Do(m, nil)
	mate := !s.p.hasEvasion()
	s.p.Undo()
	return mate
}

// hasEvasion reports whether the side to move, which is in check, has a legal
// move.
func (p *Position) hasEvasion() bool {
	us := p.side & 1
	king := p.kings[us] & 127
	occupied := p.Occupied()
	through := occupied.AndNot(bit(king))
	for to := steps[us][King][king].AndNot(p.colors[us]); to.Any(); {
		if !p.attacked(to.Pop(), through, us^1) {
			return true
		}
	}
	s := &p.states[p.top]
	if s.checkers.Many() {
		return false
	}
	checker := s.checkers.First() & 127
	for takers := p.attackersBy(us, checker, occupied).AndNot(bit(king)); takers.Any(); {
		taker := takers.Pop() & 127
		if !s.pinned.Has(taker) || line[king][taker].Has(checker) {
			return true
		}
	}
	if !between[king][checker].Any() {
		return false
	}
	// Interpositions are rarely the only evasions: leave them to the generator.
	p.scratch.Clear()
	p.Generate(core.AllMoves, &p.scratch)
	return p.scratch.N > 0
}

// BoardKey returns the part of Key without the hands.
func (p *Position) BoardKey() uint64 { return p.states[p.top].boardKey }

// Holdings returns what c has in hand: the number of pieces of kind k in bits 8k
// to 8k+7.
func (p *Position) Holdings(c core.Color) uint64 { return uint64(p.hands[c&1]) }

// Blockable reports whether an interposition could end the check that the side to move
// is in, and where the piece stands that gives it.
func (p *Position) Blockable() (checker core.Square, ok bool) {
	checkers := p.states[p.top].checkers
	if !checkers.Any() || checkers.Many() {
		return 0, false
	}
	checker = checkers.First()
	return checker, between[p.kings[p.side&1]&127][checker&127].Any()
}
