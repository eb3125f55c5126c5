package shogi

import "github.com/nitoryu/nitoryu/core"

// hunt is a search for a mate in one.
type hunt struct {
	p        *Position
	us       core.Color
	king     core.Square // the enemy king
	occupied Bitboard
	escapes  Bitboard // where the king could go if the other side had the move
	bars     bool     // the enemy can drop a piece on any square in the way of a check
}

// MateInOne implements [core.Game]. It finds every mate in one, but for those
// that only a pointless move (see [core.Quiet]) gives; the side to move must not
// be in check.
func (p *Position) MateInOne() core.Move {
	us := p.side & 1
	them := us ^ 1
	if p.InCheck() || p.kings[them] == noSquare {
		return core.NoMove
	}
	h := hunt{p: p, us: us, king: p.kings[them] & 127, occupied: p.Occupied()}
	for k := Silver; k <= Rook; k++ {
		h.bars = h.bars || p.hands[them].has(k)
	}
	for around := steps[them][King][h.king].AndNot(p.colors[them]); around.Any(); {
		// No slider looks through the king, which is not in check.
		if sq := around.Pop(); !p.attacked(sq, h.occupied, us) {
			h.escapes = h.escapes.Or(bit(sq))
		}
	}
	if m := h.drops(); m != core.NoMove {
		return m
	}
	return h.moves()
}

// matingDrops lists the kinds by how often their drops mate. A pawn's must not.
var matingDrops = [...]core.Kind{Gold, Silver, Rook, Bishop, Lance, Knight}

func (h *hunt) drops() core.Move {
	p, us := h.p, h.us
	for _, k := range matingDrops {
		if !p.hands[us].has(k) {
			continue
		}
		for to := h.checks(k).AndNot(h.occupied); to.Any(); {
			sq := to.Pop()
			if h.tight(sq, k, h.occupied) {
				if m := core.NewDrop(k, sq); h.mates(m) {
					return m
				}
			}
		}
	}
	return core.NoMove
}

func (h *hunt) moves() core.Move {
	p, us := h.p, h.us
	own := p.colors[us]
	pinned, king := p.states[p.top].pinned, p.kings[us]&127
	_, shields := p.inspect(us ^ 1)
	candidates := shields
	for k, squares := range approach[us][h.king&127] {
		candidates = candidates.Or(squares.And(p.pieces[k]))
	}
	for candidates = candidates.And(own); candidates.Any(); {
		from := candidates.Pop() & 127
		k := p.kindAt(from)
		to := Attacks(us, k, from, h.occupied).AndNot(own)
		if pinned.Has(from) {
			to = to.And(line[king][from])
		}
		uncovers := shields.Has(from)
		better := Bitboard{} // where it promotes
		if promoted[k] != 0 {
			better = to
			if !zones[us].Has(from) {
				better = to.And(zones[us])
			}
			if better.Any() && !uncovers {
				better = better.And(h.checks(promoted[k]))
			}
			if k == Pawn || k == Bishop || k == Rook {
				// Not to promote would be pointless.
				to = to.AndNot(zones[us])
				if zones[us].Has(from) {
					to = Bitboard{}
				}
			} else if k != Silver {
				to = to.AndNot(lastTwo[us])
			}
		}
		if to.Any() && !uncovers {
			to = to.And(h.checks(k))
		}
		if m := h.try(from, to, k, uncovers, false); m != core.NoMove {
			return m
		}
		if m := h.try(from, better, promoted[k], uncovers, true); m != core.NoMove {
			return m
		}
	}
	return core.NoMove
}

// try returns a move from a square to one of the set, to be of kind k then, that
// mates.
func (h *hunt) try(from core.Square, set Bitboard, k core.Kind, uncovers, promotion bool) core.Move {
	p := h.p
	for set.Any() {
		to := set.Pop()
		if k == King && p.attacked(to, h.occupied.AndNot(bit(from)), h.us^1) {
			continue
		}
		if uncovers && !line[h.king][from].Has(to) {
			// A discovered check: the king is mated from two sides.
		} else if uncovers && !h.checks(k).Has(to) ||
			!h.tight(to, k, h.occupied.AndNot(bit(from))) &&
				!p.sliderAttackers(h.us, from, h.occupied).Any() {
			// Sliders behind the piece may guard what it leaves open.
			continue
		}
		if m := p.compose(from, to, promotion); h.mates(m) {
			return m
		}
	}
	return core.NoMove
}

// checks returns the squares from which a piece of kind k attacks the king.
func (h *hunt) checks(k core.Kind) Bitboard { return Attacks(h.us^1, k, h.king, h.occupied) }

// tight reports whether a check from to by a piece of kind k may be a mate, as
// far as one can tell without playing it: occupied is the board without the
// square that the piece left.
func (h *hunt) tight(to core.Square, k core.Kind, occupied Bitboard) bool {
	through := occupied.AndNot(bit(h.king))
	cover := Attacks(h.us, k, to, through)
	if h.escapes.AndNot(cover).AndNot(bit(to)).Any() {
		return false
	}
	if !steps[h.us][King][h.king].Has(to) {
		return !h.bars || !between[h.king][to&127].Any()
	}
	return h.p.attackersBy(h.us, to, through).And(occupied).Any()
}

// mates reports whether the legal move m, which gives check, mates.
func (h *hunt) mates(m core.Move) bool {
	h.p.Do(m, nil)
	mate := !h.p.hasEvasion()
	h.p.Undo()
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
	// To block is seldom the only way out: let the generator find it.
	p.scratch.Clear()
	p.Generate(core.AllMoves, &p.scratch)
	return p.scratch.N > 0
}

// BoardKey returns the part of Key that does not come from the hands.
func (p *Position) BoardKey() uint64 { return p.states[p.top].boardKey }

// Holdings returns what c has in hand: the number of pieces of kind k in bits 8k
// to 8k+7.
func (p *Position) Holdings(c core.Color) uint64 { return uint64(p.hands[c&1]) }

// Blockable reports whether a piece that is put between could end the check in
// which the side to move is.
func (p *Position) Blockable() bool {
	checkers := p.states[p.top].checkers
	return checkers.Any() && !checkers.Many() && between[p.kings[p.side&1]&127][checkers.First()&127].Any()
}
