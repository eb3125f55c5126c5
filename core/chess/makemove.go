package chess

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Do implements [core.Game].
func (p *Position) Do(m core.Move, d *core.DirtyPieces) {
	if d != nil {
		p.report(m, d)
	}
	if p.top+1 == len(p.states) {
		p.grow()
	}
	key := p.KeyAfter(m)
	old := &p.states[p.top]
	p.top++
	s := &p.states[p.top]

	us := p.side & 1
	them := us ^ 1
	from, to := m.From()&63, m.To()&63
	kind := m.PieceType() & 7
	halfmoves, reversible := old.halfmoves+1, old.reversible+1
	s.parts = old.parts

	if captured := m.Captured() & 7; captured != 0 {
		at := to
		if m.IsEnPassant() {
			at ^= 8
			p.board[at] = 0
		}
		p.pieces[captured] ^= bit(at)
		p.colors[them] ^= bit(at)
		togglePart(&s.parts, them, captured, pieceKeys[core.NewPiece(them, captured)&31][at])
		halfmoves, reversible = 0, 0
	}

	double := false
	if m.IsCastling() {
		c := &p.castlings[castlingIndex(us, from, to)]
		p.castle(us, from, c.rookFrom, c.kingTo, c.rookTo)
		king, rook := &pieceKeys[core.NewPiece(us, King)&31], &pieceKeys[core.NewPiece(us, Rook)&31]
		togglePart(&s.parts, us, King, king[from]^king[c.kingTo])
		togglePart(&s.parts, us, Rook, rook[c.rookFrom]^rook[c.rookTo])
	} else {
		p.colors[us] ^= bit(from) | bit(to)
		moved := &pieceKeys[core.NewPiece(us, kind)&31]
		if m.IsPromotion() {
			promoted := promotedKind(m) & 7
			p.pieces[Pawn] ^= bit(from)
			p.pieces[promoted] ^= bit(to)
			p.board[to] = core.NewCapture(promoted)
			togglePart(&s.parts, us, Pawn, moved[from])
			togglePart(&s.parts, us, promoted, pieceKeys[core.NewPiece(us, promoted)&31][to])
		} else {
			p.pieces[kind] ^= bit(from) | bit(to)
			p.board[to] = p.board[from]
			togglePart(&s.parts, us, kind, moved[from]^moved[to])
		}
		p.board[from] = 0
		if kind == Pawn {
			halfmoves, reversible = 0, 0
			double = from^to == 16
		}
	}

	s.rights = old.rights &^ (p.lostRights[from] | p.lostRights[to])
	p.side = them
	p.setCheckInfo(s)
	s.passant = noSquare
	if double && pawnAttacks[us][(from+to)/2&63]&p.pieces[Pawn]&p.colors[them] != 0 && p.passantPossible((from+to)/2) {
		s.passant = (from + to) / 2
		key ^= passantKeys[s.passant&127]
	}
	s.key = key
	s.move = m
	s.halfmoves, s.reversible = halfmoves, reversible
}

// KeyAfter implements [core.Game].
func (p *Position) KeyAfter(m core.Move) uint64 {
	s, us := &p.states[p.top], p.side&1
	from, to, kind := m.From()&63, m.To()&63, m.PieceType()&7
	rights := s.rights &^ (p.lostRights[from] | p.lostRights[to])
	key := s.key ^ sideKey ^ passantKeys[s.passant&127] ^ castlingKeys[s.rights&15] ^ castlingKeys[rights&15]
	if captured := m.Captured() & 7; captured != 0 {
		at := to
		if m.IsEnPassant() {
			at ^= 8
		}
		key ^= pieceKeys[core.NewPiece(us^1, captured)&31][at]
	}
	arrives := kind
	switch {
	case m.IsPromotion():
		arrives = promotedKind(m) & 7
	case m.IsCastling():
		c, rook := &p.castlings[castlingIndex(us, from, to)], &pieceKeys[core.NewPiece(us, Rook)&31]
		key ^= rook[c.rookFrom] ^ rook[c.rookTo]
		to = c.kingTo
	}
	return key ^ pieceKeys[core.NewPiece(us, kind)&31][from] ^ pieceKeys[core.NewPiece(us, arrives)&31][to]
}

// Undo implements [core.Game].
func (p *Position) Undo() {
	m := p.states[p.top].move
	p.top--
	them := p.side & 1
	us := them ^ 1
	p.side = us
	from, to := m.From()&63, m.To()&63
	if m.IsCastling() {
		c := &p.castlings[castlingIndex(us, from, to)]
		p.castle(us, c.kingTo, c.rookTo, from, c.rookFrom)
		return
	}
	kind := m.PieceType() & 7
	p.colors[us] ^= bit(from) | bit(to)
	if m.IsPromotion() {
		p.pieces[Pawn] ^= bit(from)
		p.pieces[promotedKind(m)&7] ^= bit(to)
		p.board[from] = core.NewCapture(Pawn)
	} else {
		p.pieces[kind] ^= bit(from) | bit(to)
		p.board[from] = p.board[to]
	}
	p.board[to] = 0
	if captured := m.Captured() & 7; captured != 0 {
		at := to
		if m.IsEnPassant() {
			at ^= 8
		}
		p.pieces[captured] ^= bit(at)
		p.colors[them] ^= bit(at)
		p.board[at] = core.NewCapture(captured)
	}
}

// DoNull implements [core.Game].
func (p *Position) DoNull() {
	if p.top+1 == len(p.states) {
		p.grow()
	}
	old := &p.states[p.top]
	p.top++
	s := &p.states[p.top]
	s.key = old.key ^ sideKey ^ passantKeys[old.passant&127]
	s.parts = old.parts
	s.move = core.NullMove
	s.halfmoves = old.halfmoves + 1
	s.reversible = 0 // moves cannot repeat a position from before a null move
	s.rights = old.rights
	s.passant = noSquare
	p.side ^= 1
	p.setCheckInfo(s)
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

// castle moves king and rook of a side, whose squares may overlap.
func (p *Position) castle(us core.Color, kingFrom, rookFrom, kingTo, rookTo core.Square) {
	kings, rooks := bit(kingFrom)^bit(kingTo), bit(rookFrom)^bit(rookTo)
	p.pieces[King] ^= kings
	p.pieces[Rook] ^= rooks
	p.colors[us&1] ^= kings ^ rooks
	p.board[kingFrom&63], p.board[rookFrom&63] = 0, 0
	p.board[kingTo&63], p.board[rookTo&63] = core.NewCapture(King), core.NewCapture(Rook)
}

// castlingIndex returns the index into Position.castlings of the castling of a
// king with a rook.
func castlingIndex(c core.Color, king, rook core.Square) int {
	i := 2 * int(c&1)
	if rook < king {
		i += queenside
	}
	return i
}

// promotedKind returns what the pawn promotes to.
func promotedKind(m core.Move) core.PieceType { return Knight + core.PieceType(m.Variant()) }

// report sets d to the piece changes of m, which is about to be played.
func (p *Position) report(m core.Move, d *core.DirtyPieces) {
	d.N = 0
	us := p.side
	from, to := core.Place(m.From()), core.Place(m.To())
	if m.IsCastling() {
		c := &p.castlings[castlingIndex(us, m.From(), m.To())]
		d.Add(core.NewPiece(us, Rook), core.Place(c.rookFrom), core.Place(c.rookTo))
		d.Add(core.NewPiece(us, King), from, core.Place(c.kingTo))
		return
	}
	if m.IsCapture() {
		at := to
		if m.IsEnPassant() {
			at ^= 8
		}
		d.Add(core.NewPiece(us.Other(), m.Captured()), at, core.Nowhere)
	}
	piece := core.NewPiece(us, m.PieceType())
	if m.IsPromotion() {
		d.Add(piece, from, core.Nowhere)
		d.Add(core.NewPiece(us, promotedKind(m)), core.Nowhere, to)
		return
	}
	d.Add(piece, from, to)
}
