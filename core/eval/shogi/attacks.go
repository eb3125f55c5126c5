package shogi

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Words of a bitboard: see board81.Bitboard.
const (
	lowSquares  = 1<<63 - 1
	highSquares = 1<<18 - 1
	firstRanks  = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // rank a of the files of a word
)

// forward returns a set moved one rank ahead for c, without what leaves the board.
func forward(c core.Color, b shogi.Bitboard) shogi.Bitboard {
	if c == core.First {
		return shogi.Bitboard{Lo: b.Lo &^ firstRanks >> 1, Hi: b.Hi &^ firstRanks >> 1}
	}
	return shogi.Bitboard{Lo: b.Lo << 1 &^ firstRanks & lowSquares, Hi: b.Hi << 1 &^ firstRanks & highSquares}
}

// right returns a set moved one file towards file 1, left towards file 9.
func right(b shogi.Bitboard) shogi.Bitboard {
	return shogi.Bitboard{Lo: b.Lo>>9 | b.Hi&0x1ff<<54, Hi: b.Hi >> 9}
}

func left(b shogi.Bitboard) shogi.Bitboard {
	return shogi.Bitboard{Lo: b.Lo << 9 & lowSquares, Hi: b.Hi<<9&highSquares | b.Lo>>54}
}

// layers are the squares that are attacked at least once and twice.
type layers struct{ once, twice shogi.Bitboard }

// with returns l with what some more pieces attack, each square once.
func (l layers) with(b shogi.Bitboard) layers {
	return layers{l.once.Or(b), l.twice.Or(l.once.And(b))}
}

// beside returns l with the squares on either side of b.
func (l layers) beside(b shogi.Bitboard) layers { return l.with(right(b)).with(left(b)) }

// attacks are the squares that the pieces of one side attack, its king left out.
type attacks struct {
	layers
	pawns shogi.Bitboard
	king  shogi.Bitboard
	moves sum // of its sliders
}

// collect finds what the pieces of one side attack. Pieces that step are moved
// in sets, one for each direction.
func (a *attacks) collect(p *shogi.Position, c core.Color, occupied shogi.Bitboard) {
	own := p.OccupiedBy(c)
	silvers, horses, dragons := p.Pieces(c, shogi.Silver), p.Pieces(c, shogi.Horse), p.Pieces(c, shogi.Dragon)
	golds := p.Pieces(c, shogi.Gold)
	for k := shogi.ProPawn; k <= shogi.ProSilver; k++ {
		golds = golds.Or(p.Pieces(c, k))
	}
	a.pawns = forward(c, p.Pieces(c, shogi.Pawn))
	l := layers{once: a.pawns}
	l = l.with(forward(c, silvers.Or(golds).Or(horses)))
	l = l.beside(forward(c, silvers.Or(golds).Or(dragons)))
	l = l.beside(golds.Or(horses))
	l = l.with(forward(c^1, golds.Or(horses)))
	l = l.beside(forward(c^1, silvers.Or(dragons)))
	l = l.beside(forward(c, forward(c, p.Pieces(c, shogi.Knight))))
	a.king = shogi.Bitboard{}
	if p.Pieces(c, shogi.King).Any() {
		a.king = shogi.Attacks(c, shogi.King, p.KingSquare(c), occupied)
	}
	a.layers, a.moves = l, sum{}
	for b := p.Pieces(c, shogi.Lance); b.Any(); {
		a.slide(shogi.Lance, board81.Lance(c, b.Pop(), occupied), own)
	}
	for b := p.Pieces(c, shogi.Bishop); b.Any(); {
		a.slide(shogi.Bishop, board81.Bishop(b.Pop(), occupied), own)
	}
	for b := p.Pieces(c, shogi.Rook); b.Any(); {
		a.slide(shogi.Rook, board81.Rook(b.Pop(), occupied), own)
	}
	for b := horses; b.Any(); {
		a.slide(shogi.Horse, board81.Bishop(b.Pop(), occupied), own)
	}
	for b := dragons; b.Any(); {
		a.slide(shogi.Dragon, board81.Rook(b.Pop(), occupied), own)
	}
}

// slide adds what a slider attacks from afar.
func (a *attacks) slide(k core.Kind, reach, own shogi.Bitboard) {
	a.layers = a.with(reach)
	a.moves.add(weights[moveTerms+(int(k)-1)*mostMoves+reach.AndNot(own).Count()])
}

// A condition of a square is how often the own side attacks it (0, 1, 2 or more)
// plus three times how often the enemy does, plus 9 if an own piece stands on it
// or 18 if an enemy piece does. A square without anything is 0, as is one beyond
// the board: the weight of this condition is 0.

// spread holds the sets of five squares as five bytes of 0 or 1.
var spread = newSpread()

func newSpread() (table [32]uint64) {
	for set := range table {
		for i := range 5 {
			table[set] |= uint64(set>>i&1) << (8 * i)
		}
	}
	return table
}

// near holds the weights of windowTerms by how the enemy is armed, file and rank
// from two before the king to two behind it, for each side's view of the ranks.
// Both halves of a weight are packed into one number: see unpack.
var near = newNear()

func newNear() (table [2][arms][5][5][32]int32) {
	for arm := range arms {
		for file := range 5 {
			for rank := range 5 {
				from := windowTerms + ((arm*3+max(file-2, 2-file))*5+rank)*conditions
				for condition := 1; condition < conditions; condition++ {
					w := pack(weights[from+condition])
					table[core.First][arm][file][rank][condition] = w
					table[core.Second][arm][file][4-rank][condition] = w
				}
			}
		}
	}
	return table
}

// pack returns a number with both halves of a weight, such that sums of packed
// numbers are packed sums as long as each half fits in 16 bits.
func pack(w weight) int32 { return int32(w.end)<<16 + int32(w.middle) }

func unpack(packed int32) sum {
	middle := int32(int16(packed))
	return sum{middle, (packed - middle) >> 16}
}

// onBoard holds, for the rank of a king, which of the five ranks around it exist.
var onBoard = [9]uint64{0b11100, 0b11110, 31, 31, 31, 31, 31, 0b01111, 0b00111}

// surroundings returns what the squares near the king of c add, for a king on sq.
func surroundings(p *shogi.Position, c core.Color, sq core.Square, own, enemy *attacks, arm int) sum {
	table := &near[c&1][arm]
	ours, theirs := p.OccupiedBy(c), p.OccupiedBy(c^1)
	column, rank := int(sq)/9-2, int(sq)%9
	ranks := onBoard[rank%9]
	packed := int32(0)
	for f := range table {
		at := column + f
		if uint(at) > 8 {
			continue
		}
		o1, o2, e1, e2, o, e := own.once.Lo, own.twice.Lo, enemy.once.Lo, enemy.twice.Lo, ours.Lo, theirs.Lo
		if at > 6 {
			o1, o2, e1, e2, o, e = own.once.Hi, own.twice.Hi, enemy.once.Hi, enemy.twice.Hi, ours.Hi, theirs.Hi
			at -= 7
		}
		turn := 2 - 9*at - rank // brings the squares of the file to the low five bits
		state := spread[bits.RotateLeft64(o1, turn)&ranks] + spread[bits.RotateLeft64(o2, turn)&ranks] +
			3*(spread[bits.RotateLeft64(e1, turn)&ranks]+spread[bits.RotateLeft64(e2, turn)&ranks]) +
			9*(spread[bits.RotateLeft64(o, turn)&ranks]+2*spread[bits.RotateLeft64(e, turn)&ranks])
		squares := &table[f]
		packed += squares[0][state&31] + squares[1][state>>8&31] + squares[2][state>>16&31] +
			squares[3][state>>24&31] + squares[4][state>>32&31]
	}
	return unpack(packed)
}
