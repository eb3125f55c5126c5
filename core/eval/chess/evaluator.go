package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// Evaluator is the hand-crafted evaluation of one followed position.
type Evaluator struct {
	position *chess.Position
	sum      *tapered.Sum
}

// New returns an evaluator that follows no position yet.
func New() core.Evaluator { return &Evaluator{sum: tapered.New(table)} }

// Reset implements core.Evaluator. The position must be one of chess.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p.(*chess.Position)
	e.sum.Clear()
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := chess.Pawn; k <= chess.King; k++ {
			for b := e.position.Pieces(c, k); b != 0; b &= b - 1 {
				e.sum.Place(core.NewPiece(c, k), core.Place(bits.TrailingZeros64(b)))
			}
		}
	}
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.Delta { return e.sum.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.sum.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	v := e.sum.Value()
	total := pair{v.Middle, v.End}
	e.side(core.First, &total, 1)
	e.side(core.Second, &total, -1)
	phase := min(v.Phase, fullPhase) // promotions may exceed it
	score := core.Score(total.middle*phase+total.end*(fullPhase-phase)) / fullPhase
	if e.position.Side() == core.Second {
		score = -score
	}
	return (score + tempo).Clamp()
}

// side adds the terms of one side, with the given sign.
func (e *Evaluator) side(c core.Color, total *pair, sign int32) {
	p := e.position
	pawns, theirs := p.Pieces(c, chess.Pawn), p.Pieces(c.Other(), chess.Pawn)
	e.pawns(c, pawns, theirs, total, sign)

	occupied := p.Occupied()
	ring := chess.KingAttacks(p.KingSquare(c.Other()))
	assault := int32(0)
	// Squares that the enemy's pawns guard are no place to go.
	free := ^pawnAttacks(c.Other(), theirs)
	for k := chess.Knight; k <= chess.Queen; k++ {
		f := &profiles[k]
		b := p.Pieces(c, k)
		if b&(b-1) != 0 {
			total.add(f.pairBonus, sign)
		}
		for ; b != 0; b &= b - 1 {
			sq := core.Square(bits.TrailingZeros64(b))
			reach := attacks(k, sq, occupied)
			total.add(f.mobility, sign*(int32(bits.OnesCount64(reach&free))-f.usualAttack))
			assault += f.assault * int32(bits.OnesCount64(reach&ring))
		}
	}
	// Two attackers are worse than twice one.
	total.middle += sign * min(assault*assault/assaultScale, assaultLimit)

	own := p.KingSquare(c)
	total.middle += sign * shield * int32(bits.OnesCount64(ahead(c, own)&chess.KingAttacks(own)&pawns))
}

// ahead returns the ranks in front of a square, as one side sees them.
func ahead(c core.Color, sq core.Square) uint64 {
	if c == core.First {
		return ^uint64(0) << (sq | 7) << 1
	}
	return uint64(1)<<(sq&^7) - 1
}

// attacks returns the squares a knight, bishop, rook or queen attacks.
func attacks(k core.Kind, sq core.Square, occupied uint64) uint64 {
	switch k {
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return board64.Bishop(sq, occupied)
	case chess.Rook:
		return board64.Rook(sq, occupied)
	}
	return board64.Bishop(sq, occupied) | board64.Rook(sq, occupied)
}

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
)

// pawns adds the terms of one side's pawns.
func (e *Evaluator) pawns(c core.Color, pawns, theirs uint64, total *pair, sign int32) {
	for b := pawns; b != 0; b &= b - 1 {
		sq := bits.TrailingZeros64(b)
		file := uint64(fileA) << (sq & 7)
		neighbours := file<<1&^fileA | file>>1&^fileH
		ahead, rank := ahead(c, core.Square(sq)), sq>>3
		if c == core.Second {
			rank = 7 - rank
		}
		if ahead&(file|neighbours)&theirs == 0 && ahead&file&pawns == 0 {
			total.add(passed[rank], sign)
		}
		if neighbours&pawns == 0 {
			total.add(isolated, sign)
		}
		if ahead&file&pawns != 0 {
			total.add(doubled, sign)
		}
	}
}

// pawnAttacks returns the squares that the pawns of one side attack.
func pawnAttacks(c core.Color, pawns uint64) uint64 {
	if c == core.First {
		return pawns<<9&^fileA | pawns<<7&^fileH
	}
	return pawns>>7&^fileA | pawns>>9&^fileH
}

// add adds n times v.
func (p *pair) add(v pair, n int32) {
	p.middle += n * v.middle
	p.end += n * v.end
}
