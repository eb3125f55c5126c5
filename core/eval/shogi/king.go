package shogi

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// king returns the terms of the safety of a king; arms says how much the enemy has in
// hand, see armsOf.
func (e *Evaluator) king(c core.Color, arms int) (s tapered.Score) {
	p := e.position
	if !p.Pieces(c, shogi.King).Any() {
		return s
	}
	sq := p.KingSquare(c)
	own, enemy := &e.attacks[c&1], &e.attacks[c&1^1]
	s = e.kingZone(c, sq, arms)
	ring := own.king.And(enemy.all)
	undefended := ring.AndNot(own.all)
	s += weights[kingRing+(arms*ringSizes+ring.Count())*ringSizes+undefended.Count()].Score()
	escapes := own.king.AndNot(p.OccupiedBy(c)).AndNot(enemy.all)
	s += weights[kingEscapes+arms*ringSizes+escapes.Count()].Score()

	// A drop is safe where neither a piece nor the king captures it.
	occupied := p.Occupied()
	unsafe := own.all.Or(own.king.AndNot(enemy.all)).Or(occupied)
	for k := shogi.Lance; k <= shogi.Rook; k++ {
		if p.Hand(c^1, k) > 0 {
			n := shogi.Attacks(c, k, sq, occupied).AndNot(unsafe).Count()
			s += weights[safeCheck+(int(k)-1)*(maxChecks+1)+min(n, maxChecks)].Score()
		}
	}
	return s
}

// The state of a square is how often the own side attacks it (0, 1, 2 or more)
// plus three times how often the enemy does, plus 9 if an own piece stands on it
// or 18 if an enemy piece does. An empty square that nobody attacks has state 0, as
// has a square beyond the board: the weight of state 0 is 0.

// spread turns a set of five squares into five bytes of 0 or 1.
var spread = newSpread()

func newSpread() (table [32]uint64) {
	for set := range table {
		for i := range 5 {
			table[set] |= uint64(set>>i&1) << (8 * i)
		}
	}
	return table
}

// zoneWeights holds the weights of kingZone by how much the enemy has in hand, and by
// file and rank from two before the king to two behind it, for each side's view of
// the ranks.
var zoneWeights = newZoneWeights()

func newZoneWeights() (table [2][armsLevels][5][5][32]packed) {
	for arms := range armsLevels {
		for file := range 5 {
			for rank := range 5 {
				from := kingZone + ((arms*3+max(file-2, 2-file))*5+rank)*squareStates
				for state := 1; state < squareStates; state++ {
					w := pack(weights[from+state])
					table[core.First][arms][file][rank][state] = w
					table[core.Second][arms][file][4-rank][state] = w
				}
			}
		}
	}
	return table
}

// packed is a [tapered.Score] in half the memory: each value fits in 16 bits.
type packed int32

func pack(w tapered.Weight) packed { return packed(w.End())<<16 + packed(w.Middle()) }

func (p packed) score() tapered.Score {
	middle := tapered.Score(int16(p))
	return (tapered.Score(p)-middle)<<16 + middle
}

// onBoard holds, for the rank of a king, which of the five ranks around it exist.
var onBoard = [9]uint64{0b11100, 0b11110, 31, 31, 31, 31, 31, 0b01111, 0b00111}

// kingZone returns the terms of the squares around the king of c on sq.
func (e *Evaluator) kingZone(c core.Color, sq core.Square, arms int) tapered.Score {
	p, own, enemy := e.position, &e.attacks[c&1], &e.attacks[c&1^1]
	table := &zoneWeights[c&1][arms]
	ours, theirs := p.OccupiedBy(c), p.OccupiedBy(c^1)
	firstFile, rank := int(sq)/9-2, int(sq)%9
	ranks := onBoard[rank%9]
	sum := packed(0)
	for f := range table {
		file := firstFile + f
		if uint(file) > 8 {
			continue
		}
		o1, o2, e1, e2, o, t := own.all.Lo, own.twice.Lo, enemy.all.Lo, enemy.twice.Lo, ours.Lo, theirs.Lo
		if file > 6 {
			o1, o2, e1, e2, o, t = own.all.Hi, own.twice.Hi, enemy.all.Hi, enemy.twice.Hi, ours.Hi, theirs.Hi
			file -= 7
		}
		turn := 2 - 9*file - rank // brings the squares of the file to the low five bits
		state := spread[bits.RotateLeft64(o1, turn)&ranks] + spread[bits.RotateLeft64(o2, turn)&ranks] +
			3*(spread[bits.RotateLeft64(e1, turn)&ranks]+spread[bits.RotateLeft64(e2, turn)&ranks]) +
			9*(spread[bits.RotateLeft64(o, turn)&ranks]+2*spread[bits.RotateLeft64(t, turn)&ranks])
		squares := &table[f]
		sum += squares[0][state&31] + squares[1][state>>8&31] + squares[2][state>>16&31] +
			squares[3][state>>24&31] + squares[4][state>>32&31]
	}
	return sum.score()
}
