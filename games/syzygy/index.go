package syzygy

import "math/bits"

// How a position becomes a number below the size of its table. The pieces stand in the
// order that the file gives; equal neighbours form a group. The first group decides
// which of the mirror images is meant, and its squares are numbered jointly; in every
// other group, the squares that earlier groups leave free are numbered as a combination.
// The numbers of the groups are the digits of the result.

// Numbers of combinations and of squares, all constants of the format.
var (
	// choose[k][n] is the number of ways to choose k of n squares.
	choose [6][64]uint64

	// triangle numbers the squares a1-d1-d4, squares off the diagonal first.
	triangle [64]uint8
	// below numbers the 28 squares below the diagonal a1-h8.
	below [64]uint8
	// kings numbers the 462 ways to place two kings up to symmetry: by the number of
	// the first king in the triangle and by the square of the second king.
	kings [10][64]uint16

	// pawnOrder ranks the squares of pawns from 47 to 0: edges first, mirror images
	// adjacent, low ranks first. The pawn with the highest rank in this order is the
	// leading one.
	pawnOrder [64]uint8
	// leadOffset[n][s] is the number of ways to place n pawns whose leading one is on
	// the file of s, but on a lower rank; leadSize[n][f] is the number for all ranks.
	leadOffset [6][64]uint64
	leadSize   [6][4]uint64
)

const (
	uniqueSize = 31332 // ways to place three different pieces up to symmetry
	kingsSize  = 462
)

// aboveDiagonal is positive for squares above the diagonal a1-h8, 0 for squares on
// it.
func aboveDiagonal(sq uint8) int { return int(sq>>3) - int(sq&7) }

func init() {
	for n := range 64 {
		choose[0][n] = 1
		for k := 1; k < len(choose) && n > 0; k++ {
			choose[k][n] = choose[k-1][n-1] + choose[k][n-1]
		}
	}
	initTriangles()
	initKings()
	order := uint8(47)
	for file := range uint8(4) {
		for rank := uint8(1); rank < 7; rank++ {
			sq := rank<<3 | file
			pawnOrder[sq], pawnOrder[sq^7] = order, order-1
			for n := 1; n < len(leadOffset); n++ {
				leadOffset[n][sq] = leadSize[n][file]
				leadSize[n][file] += choose[n-1][order]
			}
			order -= 2
		}
	}
}

func initTriangles() {
	inTriangle, n := uint8(0), uint8(0)
	for sq := range uint8(64) {
		if aboveDiagonal(sq) >= 0 {
			continue
		}
		below[sq] = n
		n++
		if sq&7 < 4 {
			triangle[sq] = inTriangle
			inTriangle++
		}
	}
	for i := range uint8(4) {
		triangle[9*i] = inTriangle + i
	}
}

func initKings() {
	var first [10]uint8 // square by its number in the triangle
	for sq := range uint8(32) {
		if sq&7 < 4 && aboveDiagonal(sq) <= 0 {
			first[triangle[sq]] = sq
		}
	}
	n := uint16(0)
	// Both on the diagonal come last.
	for _, diagonal := range [2]bool{false, true} {
		for i, a := range first {
			for b := range uint8(64) {
				files, ranks := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
				adjacent := files*files <= 1 && ranks*ranks <= 1
				both := aboveDiagonal(a) == 0 && aboveDiagonal(b) == 0
				mirrored := aboveDiagonal(a) == 0 && aboveDiagonal(b) > 0
				if adjacent || mirrored || both != diagonal {
					continue
				}
				kings[i][b] = n
				n++
			}
		}
	}
}

// shape is how the positions of a table, or of a part of it, are numbered.
type shape struct {
	pawns  bool
	both   bool // both sides have pawns: the second group is the pawns of the other side
	unique bool // the first group is three different pieces, otherwise the kings
	groups []group
	size   uint64
}

// group is pieces that are numbered together.
type group struct {
	men    int
	factor uint64 // what its number is multiplied by
}

// newShape numbers groups with these numbers of pieces. The first group is the digit
// first of the result, counted from the least significant one, and with pawns on both
// sides the second group is the digit second; the others follow in their order. file
// is the file of the leading pawn. newShape returns nil if there are no such digits.
func newShape(m material, men []int, first, second, file int) *shape {
	s := &shape{pawns: m.hasPawns(), unique: m.hasUnique(), size: 1}
	s.both = s.pawns && m.count(0, 1) > 0 && m.count(1, 1) > 0
	next, free := 1, 64-men[0]
	if s.both {
		next, free = 2, free-men[1]
	} else {
		second = -1
	}
	if first >= len(men) || second >= len(men) || first == second {
		return nil
	}
	for _, n := range men {
		s.groups = append(s.groups, group{men: n})
	}
	for digit := range men {
		i, ways := next, uint64(0)
		switch digit {
		case first:
			i, ways = 0, s.leads(file)
		case second:
			i, ways = 1, choose[men[1]][48-men[0]]
		default:
			ways = choose[men[next]][free]
			free -= men[next]
			next++
		}
		s.groups[i].factor = s.size
		s.size *= ways
	}
	return s
}

// leads returns the number of ways to place the first group.
func (s *shape) leads(file int) uint64 {
	switch {
	case s.pawns:
		return leadSize[s.groups[0].men][file]
	case s.unique:
		return uniqueSize
	}
	return kingsSize
}

// index numbers a position. The squares are in the order of the table's pieces, with
// the leading pawn first; index changes them. The result is below s.size if no two
// squares are equal, the kings are not adjacent and pawns are where they may be.
func (s *shape) index(squares []uint8) uint64 {
	if squares[0]&7 > 3 {
		for i := range squares {
			squares[i] ^= 7
		}
	}
	lead := s.groups[0].men
	var n uint64
	if s.pawns {
		n = pawnsIndex(squares[:lead])
	} else {
		s.fold(squares)
		if s.unique {
			n = uniqueIndex(squares[0], squares[1], squares[2])
		} else {
			n = uint64(kings[triangle[squares[0]&63]][squares[1]&63])
		}
	}
	n *= s.groups[0].factor
	taken := uint64(0)
	for _, sq := range squares[:lead] {
		taken |= 1 << (sq & 63)
	}
	rest := squares[lead:]
	for i, g := range s.groups[1:] {
		skipped := 0
		if i == 0 && s.both {
			skipped = 8 // the first rank
		}
		set := uint64(0)
		for _, sq := range rest[:g.men] {
			set |= 1 << (sq & 63)
		}
		number := uint64(0)
		for k, left := 1, set; left != 0; k, left = k+1, left&(left-1) {
			sq := bits.TrailingZeros64(left)
			earlier := bits.OnesCount64(taken & (1<<sq - 1))
			number += choose[k][(sq-earlier-skipped)&63]
		}
		n += number * g.factor
		taken |= set
		rest = rest[g.men:]
	}
	return n
}

// fold mirrors a position without pawns so that the first piece is in a1-d1-d4, and the
// first piece of its group that is off the diagonal is below it. The first piece is on
// files a to d already.
func (s *shape) fold(squares []uint8) {
	if squares[0]>>3 > 3 {
		for i := range squares {
			squares[i] ^= 56
		}
	}
	for _, sq := range squares[:s.groups[0].men] {
		above := aboveDiagonal(sq)
		if above > 0 {
			for i, sq := range squares {
				squares[i] = sq>>3 | sq&7<<3
			}
		}
		if above != 0 {
			return
		}
	}
}

// uniqueIndex numbers three different pieces: by which piece is the first off the
// diagonal, below it, and then by the squares left to the pieces before and after it.
func uniqueIndex(a, b, c uint8) uint64 {
	const (
		offFirst = 6 * 63 * 62
		onFirst  = 4 * 28 * 62
		onSecond = 4 * 7 * 28
	)
	before := func(a, b uint8) uint64 { // 1 if a comes before b
		if a < b {
			return 1
		}
		return 0
	}
	second := uint64(b) - before(a, b)
	third := uint64(c) - before(a, c) - before(b, c)
	// On the diagonal, ranks take the place of squares.
	rank, secondRank := uint64(a>>3), uint64(b>>3)-before(a, b)
	switch {
	case aboveDiagonal(a) != 0:
		return (uint64(triangle[a&63])*63+second)*62 + third
	case aboveDiagonal(b) != 0:
		return offFirst + (rank*28+uint64(below[b&63]))*62 + third
	case aboveDiagonal(c) != 0:
		return offFirst + onFirst + (rank*7+secondRank)*28 + uint64(below[c&63])
	}
	return offFirst + onFirst + onSecond + (rank*7+secondRank)*6 + uint64(c>>3) - before(a, c) - before(b, c)
}

// pawnsIndex numbers pawns of one colour, the leading one first.
func pawnsIndex(squares []uint8) uint64 {
	orders := uint64(0) // the set of the other pawns by their order
	for _, sq := range squares[1:] {
		orders |= 1 << pawnOrder[sq&63]
	}
	n := leadOffset[len(squares)][squares[0]&63]
	for k := 1; orders != 0; k, orders = k+1, orders&(orders-1) {
		n += choose[k][bits.TrailingZeros64(orders)]
	}
	return n
}

// leading returns the index of the leading pawn's square.
func leading(squares []uint8) int {
	best := 0
	for i, sq := range squares {
		if pawnOrder[sq&63] > pawnOrder[squares[best]&63] {
			best = i
		}
	}
	return best
}
