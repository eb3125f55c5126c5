package chess

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
)

// Position is a position of chess or Chess960 with the game that led to it. It
// implements [core.Position] and is used by one goroutine at a time. Open one
// with [Rules]; the zero value is not usable.
type Position struct {
	pieces [8]uint64 // by kind, both colours
	colors [2]uint64
	board  [64]core.Capture // the piece on each square, as a capture of it
	side   core.Color

	castlings  [4]castling // by 2*colour + wing
	lostRights [64]uint8   // castling rights lost when a move touches the square
	chess960   bool
	offset     int // plies before the first state

	top    int     // states[top] is the current one
	states []state // longer than top+1: room to play on without allocating
}

// state is what a move changes and Undo cannot recompute, and what is computed once
// after a move.
type state struct {
	key         uint64
	parts       core.PartKeys
	checkers    uint64 // pieces that give check to the side to move
	pinned      uint64 // pieces of the side to move that alone block a slider from its king
	discoverers uint64 // pieces that discover a check when they leave their line; see GivesCheck
	move        core.Move
	halfmoves   int32 // plies since the last capture or pawn move
	reversible  int32 // how many plies back this position can have occurred
	rights      uint8 // castling rights, bit 2*colour + wing
	passant     core.Square
	discovered  bool // discoverers is valid
}

// The wings of castling. The name says where the king goes.
const (
	kingside = iota
	queenside
)

// castling describes one of the four castlings of a game.
type castling struct {
	rookFrom, rookTo, kingTo core.Square
	empty                    uint64 // squares that must be empty, except for king and rook
	kingPath                 uint64 // squares that must not be attacked, the king's own left out
}

// spare is how many more states Clone allocates. Parse and Copy allocate none: then moves do,
// fewStates at first.
const spare, fewStates = 2 * core.MaxPly, 16

var _ core.Position = (*Position)(nil)

// Pieces returns the set of pieces of colour c and kind k.
func (p *Position) Pieces(c core.Color, k core.PieceType) uint64 {
	return p.pieces[k&7] & p.colors[c&1]
}

// Occupied returns the set of all pieces.
func (p *Position) Occupied() uint64 { return p.colors[0] | p.colors[1] }

// OccupiedBy returns the set of pieces of colour c.
func (p *Position) OccupiedBy(c core.Color) uint64 { return p.colors[c&1] }

// KingSquare returns where the king of colour c stands.
func (p *Position) KingSquare(c core.Color) core.Square { return first(p.Pieces(c, King)) }

// PieceAt returns the piece on sq, 0 if there is none.
func (p *Position) PieceAt(sq core.Square) core.Piece {
	return core.NewPiece(core.Color(p.colors[1]>>(sq&63)&1), p.kindAt(sq))
}

// Checkers returns the set of pieces that give check to the side to move.
func (p *Position) Checkers() uint64 { return p.states[p.top].checkers }

// Attackers returns the pieces of colour by that attack sq, whatever stands there and pinned or
// not.
func (p *Position) Attackers(by core.Color, sq core.Square) uint64 {
	return p.attackers(sq, p.Occupied()) & p.colors[by&1]
}

// HalfmoveClock returns the plies since the last capture or pawn move.
func (p *Position) HalfmoveClock() int { return int(p.states[p.top].halfmoves) }

// HasCastlingRights reports whether a side still has a castling right.
func (p *Position) HasCastlingRights() bool { return p.states[p.top].rights != 0 }

// CastlingRooks returns the rooks that may still castle, wherever they stand.
func (p *Position) CastlingRooks() (rooks uint64) {
	for i := range p.castlings {
		if p.states[p.top].rights>>i&1 == 1 {
			rooks |= bit(p.castlings[i].rookFrom)
		}
	}
	return rooks
}

// PassantSquare returns the square on which a pawn can be captured en passant, 64 if there
// is none.
func (p *Position) PassantSquare() core.Square { return p.states[p.top].passant }

func (p *Position) kindAt(sq core.Square) core.PieceType { return p.board[sq&63].PieceType() }

// GameInfo implements [core.Game].
func (p *Position) GameInfo() *core.GameInfo { return &info }

// Side implements [core.Game].
func (p *Position) Side() core.Color { return p.side }

// Key implements [core.Game].
func (p *Position) Key() uint64 { return p.states[p.top].key }

// PartKeys implements [core.Game].
func (p *Position) PartKeys() *core.PartKeys { return &p.states[p.top].parts }

// DrawClock implements [core.Game].
func (p *Position) DrawClock() int { return int(p.states[p.top].halfmoves) }

// InCheck implements [core.Game].
func (p *Position) InCheck() bool { return p.states[p.top].checkers != 0 }

// Plies implements [core.Position].
func (p *Position) Plies() int { return p.offset + p.top }

// Repeated reports whether a position has occurred twice since the last capture or pawn
// move.
func (p *Position) Repeated() bool {
	for last := p.top; p.top-last <= p.HalfmoveClock() && last >= 4; last-- {
		for back := 4; back <= int(p.states[last].reversible); back += 2 {
			if p.states[last-back].key == p.states[last].key {
				return true
			}
		}
	}
	return false
}

// Clone implements [core.Position]. The copy can be played as deep as a search
// goes without allocating.
func (p *Position) Clone() core.Position { return p.CloneTo(nil) }

// CloneTo implements [core.Position].
func (p *Position) CloneTo(old core.Position) core.Position {
	c, ok := old.(*Position)
	if !ok {
		c = new(Position)
	}
	states := c.states
	if need := p.top + 1 + spare; len(states) < need {
		states = make([]state, need)
	}
	copy(states, p.states[:p.top+1])
	*c = *p
	c.states = states
	return c
}

// Copy implements [core.Position].
func (p *Position) Copy() core.Position {
	c := *p
	c.states = slices.Clone(p.states[:p.top+1])
	return &c
}

// put sets a piece on an empty square; keys and states are up to the caller.
func (p *Position) put(piece core.Piece, sq core.Square) {
	p.pieces[piece.Type()&7] |= bit(sq)
	p.colors[piece.Color()&1] |= bit(sq)
	p.board[sq&63] = core.NewCapture(piece.Type())
}

// setCheckInfo finds the checkers and the pinned pieces of the side to move.
func (p *Position) setCheckInfo(s *state) {
	us := p.side & 1
	own, enemy := p.colors[us], p.colors[us^1]
	occupied := own | enemy
	king := first(p.pieces[King] & own)
	checkers := knightAttacks[king]&p.pieces[Knight] | pawnAttacks[us][king]&p.pieces[Pawn]
	snipers := rookRays[king]&(p.pieces[Rook]|p.pieces[Queen]) | bishopRays[king]&(p.pieces[Bishop]|p.pieces[Queen])
	pinned := uint64(0)
	for b := snipers & enemy; b != 0; b &= b - 1 {
		blockers := between[king][first(b)] & occupied
		if blockers == 0 {
			checkers |= b & -b
		} else if !several(blockers) {
			pinned |= blockers
		}
	}
	s.checkers = checkers & enemy
	s.pinned = pinned & own
	s.discovered = false
}

// attacked reports whether a piece of colour by attacks sq when the squares of
// occupied block the sliders.
func (p *Position) attacked(sq core.Square, occupied uint64, by core.Color) bool {
	sq &= 63
	enemy := p.colors[by&1]
	if (knightAttacks[sq]&p.pieces[Knight]|kingAttacks[sq]&p.pieces[King]|pawnAttacks[by&1^1][sq]&p.pieces[Pawn])&enemy != 0 {
		return true
	}
	rooks := (p.pieces[Rook] | p.pieces[Queen]) & enemy
	if rookRays[sq]&rooks != 0 && board64.Rook(sq, occupied)&rooks != 0 {
		return true
	}
	bishops := (p.pieces[Bishop] | p.pieces[Queen]) & enemy
	return bishopRays[sq]&bishops != 0 && board64.Bishop(sq, occupied)&bishops != 0
}

// Attacked implements core.Game.
func (p *Position) Attacked() core.Squares {
	us := p.side & 1
	enemy, occupied := p.colors[us^1], p.Occupied()
	all := allPawnAttacks(us^1, p.pieces[Pawn]&enemy)
	for set := p.pieces[Knight] & enemy; set != 0; set &= set - 1 {
		all |= knightAttacks[first(set)]
	}
	for set := (p.pieces[Bishop] | p.pieces[Queen]) & enemy; set != 0; set &= set - 1 {
		all |= board64.Bishop(first(set), occupied)
	}
	for set := (p.pieces[Rook] | p.pieces[Queen]) & enemy; set != 0; set &= set - 1 {
		all |= board64.Rook(first(set), occupied)
	}
	for set := p.pieces[King] & enemy; set != 0; set &= set - 1 {
		all |= kingAttacks[first(set)]
	}
	return core.Squares{all}
}

// DropThreats implements core.Game: nothing is dropped.
func (p *Position) DropThreats(*core.Dangers) {}

// Dangers implements core.Game.
func (p *Position) Dangers(d *core.Dangers) {
	us := p.side & 1
	enemy, occupied := p.colors[us^1], p.Occupied()
	all := allPawnAttacks(us^1, p.pieces[Pawn]&enemy)
	d[Pawn], d[King] = core.Squares{}, core.Squares{}
	d[Knight], d[Bishop] = core.Squares{all}, core.Squares{all}
	for set := p.pieces[Knight] & enemy; set != 0; set &= set - 1 {
		all |= knightAttacks[first(set)]
	}
	for set := p.pieces[Bishop] & enemy; set != 0; set &= set - 1 {
		all |= board64.Bishop(first(set), occupied)
	}
	d[Rook] = core.Squares{all}
	for set := p.pieces[Rook] & enemy; set != 0; set &= set - 1 {
		all |= board64.Rook(first(set), occupied)
	}
	d[Queen] = core.Squares{all}
}

// sliderAttacks reports whether a bishop, rook or queen of the set from attacks sq.
func (p *Position) sliderAttacks(sq core.Square, occupied, from uint64) bool {
	rooks := (p.pieces[Rook] | p.pieces[Queen]) & from
	if rookRays[sq&63]&rooks != 0 && board64.Rook(sq, occupied)&rooks != 0 {
		return true
	}
	bishops := (p.pieces[Bishop] | p.pieces[Queen]) & from
	return bishopRays[sq&63]&bishops != 0 && board64.Bishop(sq, occupied)&bishops != 0
}
