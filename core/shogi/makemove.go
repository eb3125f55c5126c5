package shogi

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Do implements [core.Game].
func (p *Position) Do(m core.Move, d *core.DirtyPieces) {
	if d != nil {
		p.report(m, d)
	}
	if p.top+2 > len(p.states) {
		p.grow()
	}
	us := p.side & 1
	them := us ^ 1
	boardKey, handKey := p.keysAfter(m)
	old, s := &p.states[p.top], &p.states[p.top+1]
	p.top++
	s.boardKey, s.handKey = boardKey, handKey
	s.parts = old.parts

	to, k := m.To(), m.PieceType()
	target := bit(to)
	if m.IsDrop() {
		togglePart(&s.parts, us, k, pieceKeys[core.NewPiece(us, k)][to])
		p.hands[us] -= one(k)
		p.colors[us] = p.colors[us].Xor(target)
		p.toggle(k, target)
		p.board[to] = core.NewCapture(k)
	} else {
		from, arrives := m.From(), k
		if m.IsPromotion() {
			arrives = promoted[k]
		}
		if taken := m.Captured(); taken != 0 {
			togglePart(&s.parts, them, taken, pieceKeys[core.NewPiece(them, taken)][to])
			p.hands[us] += one(base[taken])
			p.colors[them] = p.colors[them].Xor(target)
			p.toggle(taken, target)
		}
		source := bit(from)
		togglePart(&s.parts, us, k, pieceKeys[core.NewPiece(us, k)][from])
		togglePart(&s.parts, us, arrives, pieceKeys[core.NewPiece(us, arrives)][to])
		p.colors[us] = p.colors[us].Xor(source.Or(target))
		p.toggle(k, source)
		p.toggle(arrives, target)
		p.board[from] = 0
		p.board[to] = core.NewCapture(arrives)
		if k == King {
			p.kings[us] = to
		}
	}

	p.side = them
	s.parts[core.MajorKey] = handKey
	s.firstHand = p.hands[core.First]
	s.move = m
	s.sinceNull = old.sinceNull + 1
	checkers, blockers := p.checkInfo(them)
	s.checkers, s.pinned = checkers, blockers.And(p.colors[them])
	s.checks = old.checks
	if checkers.Any() {
		s.checks[us]++
	} else {
		s.checks[us] = 0
	}
}

// Undo implements [core.Game].
func (p *Position) Undo() {
	m := p.states[p.top].move
	p.top--
	them := p.side & 1
	us := them ^ 1
	p.side = us

	to, k := m.To(), m.PieceType()
	target := bit(to)
	if m.IsDrop() {
		p.hands[us] += one(k)
		p.colors[us] = p.colors[us].Xor(target)
		p.toggle(k, target)
		p.board[to] = 0
		return
	}
	from, arrived := m.From(), k
	if m.IsPromotion() {
		arrived = promoted[k]
	}
	source := bit(from)
	p.colors[us] = p.colors[us].Xor(source.Or(target))
	p.toggle(k, source)
	p.toggle(arrived, target)
	p.board[from] = core.NewCapture(k)
	p.board[to] = 0
	if k == King {
		p.kings[us] = from
	}
	if taken := m.Captured(); taken != 0 {
		p.hands[us] -= one(base[taken])
		p.colors[them] = p.colors[them].Xor(target)
		p.toggle(taken, target)
		p.board[to] = core.NewCapture(taken)
	}
}

// KeyAfter implements [core.Game].
func (p *Position) KeyAfter(m core.Move) uint64 {
	board, hand := p.keysAfter(m)
	return board ^ hand
}

// keysAfter returns the keys of board and hands after m.
func (p *Position) keysAfter(m core.Move) (board, hand uint64) {
	us, to, k := p.side&1, m.To(), m.PieceType()
	s := &p.states[p.top]
	board, hand = s.boardKey^sideKey, s.handKey
	if m.IsDrop() {
		return board ^ pieceKeys[core.NewPiece(us, k)][to], hand - handKeys[us][k&7]
	}
	arrives := k
	if m.IsPromotion() {
		arrives = promoted[k]
	}
	if taken := m.Captured(); taken != 0 {
		board ^= pieceKeys[core.NewPiece(us^1, taken)][to]
		hand += handKeys[us][base[taken]&7]
	}
	return board ^ pieceKeys[core.NewPiece(us, k)][m.From()] ^ pieceKeys[core.NewPiece(us, arrives)][to], hand
}

// toggle adds a piece of kind k to the sets by kind, or removes it.
func (p *Position) toggle(k core.PieceType, b Bitboard) {
	k &= 15
	gold := goldMovers[k]
	p.pieces[k].Lo ^= b.Lo
	p.pieces[k].Hi ^= b.Hi
	p.golds.Lo ^= b.Lo & gold
	p.golds.Hi ^= b.Hi & gold
}

// report sets d to the changes that m, which is not yet played, will make.
func (p *Position) report(m core.Move, d *core.DirtyPieces) {
	us := p.side
	piece, to := core.NewPiece(us, m.PieceType()), core.Place(m.To())
	d.N = 0
	if m.IsDrop() {
		d.Add(piece, core.HandPlace+core.Place(p.Hand(us, m.PieceType())-1), to)
		return
	}
	from := core.Place(m.From())
	if taken := m.Captured(); taken != 0 {
		kept := base[taken]
		d.Add(core.NewPiece(us.Other(), taken), to, core.Nowhere)
		d.Add(core.NewPiece(us, kept), core.Nowhere, core.HandPlace+core.Place(p.Hand(us, kept)))
	}
	if m.IsPromotion() {
		d.Add(piece, from, core.Nowhere)
		d.Add(core.NewPiece(us, promoted[m.PieceType()]), core.Nowhere, to)
		return
	}
	d.Add(piece, from, to)
}

// DoNull implements [core.Game].
func (p *Position) DoNull() {
	if p.top+2 > len(p.states) {
		p.grow()
	}
	old, s := &p.states[p.top], &p.states[p.top+1]
	p.top++
	*s = state{boardKey: old.boardKey ^ sideKey, handKey: old.handKey, parts: old.parts, firstHand: old.firstHand, move: core.NullMove}
	p.side ^= 1
	checkers, blockers := p.checkInfo(p.side)
	s.checkers, s.pinned = checkers, blockers.And(p.colors[p.side])
}

// UndoNull implements [core.Game].
func (p *Position) UndoNull() {
	p.top--
	p.side ^= 1
}

// grow makes room for more states.
func (p *Position) grow() {
	p.states = slices.Concat(p.states, make([]state, max(fewStates, len(p.states))))
}
