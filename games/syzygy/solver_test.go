package syzygy

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// A slow solver of endings of up to four pieces by retrograde analysis. It shares no
// code with the package, and with core only what single pieces attack.

// man is a piece on a square, a1 = 0 to h8 = 63. The kinds are letters.
type man struct {
	black bool
	kind  byte
	sq    int
}

// state is a position without castling rights. The en passant square is -1 if there is
// none.
type state struct {
	men     []man
	black   bool // Black to move
	passant int
}

// fen writes a state with a halfmove clock.
func (s *state) fen(clock int) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			letter := "1"
			for _, m := range s.men {
				if m.sq == 8*rank+file {
					letter = string(m.kind)
					if m.black {
						letter = strings.ToLower(letter)
					}
				}
			}
			b.WriteString(letter)
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	passant, side := "-", "w"
	if s.passant >= 0 {
		passant = fmt.Sprintf("%c%d", 'a'+s.passant%8, s.passant/8+1)
	}
	if s.black {
		side = "b"
	}
	return fmt.Sprintf("%s %s - %s %d 1", b.String(), side, passant, clock)
}

func (s *state) occupied() (set uint64) {
	for _, m := range s.men {
		set |= 1 << m.sq
	}
	return set
}

var kindOf = map[byte]core.PieceType{'N': chess.Knight, 'B': chess.Bishop, 'R': chess.Rook, 'Q': chess.Queen, 'K': chess.King}

// hits returns what a piece attacks.
func hits(m man, occupied uint64) (set uint64) {
	if m.kind == 'P' {
		up := 8
		if m.black {
			up = -8
		}
		if m.sq%8 > 0 {
			set |= 1 << (m.sq + up - 1)
		}
		if m.sq%8 < 7 {
			set |= 1 << (m.sq + up + 1)
		}
		return set
	}
	return chess.Attacks(kindOf[m.kind], core.Square(m.sq), occupied)
}

// exposed reports whether the king of a side is attacked.
func (s *state) exposed(black bool) bool {
	king, occupied := uint64(0), s.occupied()
	for _, m := range s.men {
		if m.kind == 'K' && m.black == black {
			king = 1 << m.sq
		}
	}
	for _, m := range s.men {
		if m.black != black && hits(m, occupied)&king != 0 {
			return true
		}
	}
	return false
}

// legal reports whether the pieces can stand like this.
func (s *state) legal() bool {
	return bits.OnesCount64(s.occupied()) == len(s.men) && !s.exposed(!s.black)
}

// visit calls f with every state after a legal move, until it returns false. zeroing
// says whether the move is a capture or a pawn move. The state is f's until it returns.
func (s *state) visit(f func(next *state, zeroing bool) bool) {
	occupied := s.occupied()
	own := uint64(0)
	for _, m := range s.men {
		if m.black == s.black {
			own |= 1 << m.sq
		}
	}
	var room [8]man
	next := &state{black: !s.black}
	play := func(i, to, taken, passant int, kind byte) bool {
		next.men = append(room[:0], s.men...)
		next.men[i].sq, next.men[i].kind = to, kind
		next.passant = passant
		if taken >= 0 {
			j := slices.IndexFunc(s.men, func(m man) bool { return m.sq == taken })
			next.men = slices.Delete(next.men, j, j+1)
		}
		return next.exposed(s.black) || f(next, taken >= 0 || s.men[i].kind == 'P')
	}
	for i, m := range s.men {
		if m.black != s.black {
			continue
		}
		if m.kind == 'P' {
			if !s.visitPawn(i, occupied, own, play) {
				return
			}
			continue
		}
		for set := hits(m, occupied) &^ own; set != 0; set &= set - 1 {
			to, taken := bits.TrailingZeros64(set), -1
			if occupied>>to&1 != 0 {
				taken = to
			}
			if !play(i, to, taken, -1, m.kind) {
				return
			}
		}
	}
}

// visitPawn plays the moves of a pawn.
func (s *state) visitPawn(i int, occupied, own uint64, play func(i, to, taken, passant int, kind byte) bool) bool {
	m := s.men[i]
	up, start := 8, 1
	if m.black {
		up, start = -8, 6
	}
	arrive := func(to, taken, passant int) bool {
		if to/8 != 0 && to/8 != 7 {
			return play(i, to, taken, passant, 'P')
		}
		return play(i, to, taken, -1, 'Q') && play(i, to, taken, -1, 'R') &&
			play(i, to, taken, -1, 'B') && play(i, to, taken, -1, 'N')
	}
	if to := m.sq + up; occupied>>to&1 == 0 {
		if !arrive(to, -1, -1) {
			return false
		}
		if to += up; m.sq/8 == start && occupied>>to&1 == 0 && !arrive(to, -1, m.sq+up) {
			return false
		}
	}
	for set := hits(m, 0); set != 0; set &= set - 1 {
		to := bits.TrailingZeros64(set)
		switch {
		case occupied&^own>>to&1 != 0:
			if !arrive(to, to, -1) {
				return false
			}
		case to == s.passant:
			if !arrive(to, to-up, -1) {
				return false
			}
		}
	}
	return true
}

// value is what the solver knows of a position: 0 for a draw, n for a win by zeroing in
// n plies, -1-n for a loss; more than 100 plies are a draw by the fifty-move rule.
type value int16

const illegal value = math.MinInt16

func (v value) wdl() WDL {
	switch {
	case v > 100:
		return CursedWin
	case v > 0:
		return Win
	case v == 0:
		return Draw
	case v >= -101:
		return Loss
	}
	return BlessedLoss
}

// dtz returns the exact distance as DTZ counts it.
func (v value) dtz() int {
	if v == -1 {
		return -1 // mated
	}
	if v < 0 {
		return int(v) + 1
	}
	return int(v)
}

// after is the value before a zeroing move that leads to a result for the opponent.
func after(w WDL) value {
	return [...]value{1, 101, 0, -102, -2}[w-Loss]
}

// solver holds solved endings by their pieces.
type solver map[uint64]*ending

// ending is the positions of one material.
type ending struct {
	men    []man // kings, then pieces, then pawns, without their squares
	pawns  int
	slices map[int]*slice // by the squares of the pawns
}

// slice is the positions with the pawns on some squares. Within it, all moves but
// captures and pawn moves stay.
type slice struct {
	pawns  []int
	values []value
	floors []uint8 // least plies of a loss; never if there is none
}

const never = 255

// kindsOf counts the pieces of each kind and colour, 3 bits for each; flipped with the
// colours exchanged.
func kindsOf(men []man, flipped bool) (key uint64) {
	for _, m := range men {
		shift := strings.IndexByte("KQRBNP", m.kind) * 6
		if m.black != flipped {
			shift += 3
		}
		key += 1 << shift
	}
	return key
}

// newEnding parses a name such as KQvKR.
func newEnding(name string) *ending {
	white, black, _ := strings.Cut(name, "v")
	e := &ending{men: []man{{kind: 'K'}, {black: true, kind: 'K'}}, slices: map[int]*slice{}}
	for _, pawns := range [2]bool{false, true} {
		for c, side := range [2]string{white, black} {
			for _, kind := range []byte(side[1:]) {
				if (kind == 'P') == pawns {
					e.men = append(e.men, man{black: c == 1, kind: kind})
					e.pawns += map[byte]int{'P': 1}[kind]
				}
			}
		}
	}
	return e
}

// mirror exchanges files (1), ranks (2) or files with ranks (4).
func mirror(men []man, how int) {
	for i, m := range men {
		switch how {
		case 1:
			men[i].sq ^= 7
		case 2:
			men[i].sq ^= 56
		case 4:
			men[i].sq = m.sq>>3 | m.sq&7<<3
		}
	}
}

// place returns the slice and the index of a state, nil if its slice is not solved.
func (e *ending) place(s *state, flipped bool) (*slice, int) {
	var room [8]man
	men := room[:len(e.men)]
	used := 0
	for i, want := range e.men {
		for j, m := range s.men {
			if used>>j&1 == 0 && m.kind == want.kind && (m.black != flipped) == want.black {
				men[i] = m
				if flipped {
					men[i].sq ^= 56
				}
				used |= 1 << j
				break
			}
		}
	}
	if e.pawns > 0 {
		if e.mirrored(men) {
			mirror(men, 1)
		}
	} else {
		if men[0].sq&7 > 3 {
			mirror(men, 1)
		}
		if men[0].sq>>3 > 3 {
			mirror(men, 2)
		}
		if men[0].sq>>3 > men[0].sq&7 {
			mirror(men, 4)
		}
	}
	index := e.index(men, s.black != flipped)
	if e.pawns == 0 && men[0].sq>>3 == men[0].sq&7 {
		mirror(men, 4)
		index = min(index, e.index(men, s.black != flipped))
	}
	return e.slices[e.pawnKey(men)], index
}

// index numbers the states of a slice, the white king first.
func (e *ending) index(men []man, black bool) int {
	index := men[0].sq
	if e.pawns == 0 {
		index = slices.Index(triangleSquares, index)
	}
	for _, m := range men[1 : len(men)-e.pawns] {
		index = index<<6 | m.sq
	}
	if black {
		return 2*index + 1
	}
	return 2 * index
}

// Without pawns, the white king is on one of these squares.
var triangleSquares = []int{0, 1, 2, 3, 9, 10, 11, 18, 19, 27}

// size is the number of indices of a slice.
func (e *ending) size() int {
	n := 2 * len(triangleSquares)
	if e.pawns > 0 {
		n = 2 * 64
	}
	return n << (6 * (len(e.men) - e.pawns - 1))
}

// at sets s to the state of an index.
func (e *ending) at(sl *slice, index int, s *state) {
	s.men = append(s.men[:0], e.men...)
	s.black = index&1 != 0
	s.passant = -1
	index >>= 1
	for i := len(e.men) - e.pawns - 1; i > 0; i-- {
		s.men[i].sq = index & 63
		index >>= 6
	}
	s.men[0].sq = index
	if e.pawns == 0 {
		s.men[0].sq = triangleSquares[index]
	}
	for i, sq := range sl.pawns {
		s.men[len(e.men)-e.pawns+i].sq = sq
	}
}

// pawnKey identifies the squares of the pawns. Equal pawns are sorted.
func (e *ending) pawnKey(men []man) int {
	key, n := 1, len(men)
	if e.pawns == 2 && men[n-1].black == men[n-2].black && men[n-2].sq > men[n-1].sq {
		return (key<<6|men[n-1].sq)<<6 | men[n-2].sq
	}
	for _, m := range men[n-e.pawns:] {
		key = key<<6 | m.sq
	}
	return key
}

// mirrored reports whether the slice of the mirror image is used instead.
func (e *ending) mirrored(men []man) bool {
	var room [8]man
	image := append(room[:0], men...)
	mirror(image, 1)
	return e.pawnKey(image) < e.pawnKey(men)
}

// find returns the ending of a state, and whether the colours are exchanged there.
func (all solver) find(s *state) (*ending, bool) {
	if e := all[kindsOf(s.men, false)]; e != nil {
		return e, false
	}
	return all[kindsOf(s.men, true)], true
}

// value returns what is known of a state whose ending and pawns are solved, en passant
// included.
func (all solver) value(s *state) value {
	if len(s.men) == 2 {
		return 0
	}
	e, flipped := all.find(s)
	sl, index := e.place(s, flipped)
	v := sl.values[index]
	if s.passant < 0 {
		return v
	}
	best, found, others := value(0), false, false
	s.visit(func(next *state, _ bool) bool {
		// The pawn that captures en passant is the only one that changes the file and
		// leaves a man fewer without having stood beside one on its square.
		if len(next.men) < len(s.men) && s.occupied()>>s.passant&1 == 0 && next.occupied()>>s.passant&1 != 0 {
			if w := after(all.value(next).wdl()); !found || better(w, best) {
				best, found = w, true
			}
		} else {
			others = true
		}
		return true
	})
	if !found || others && !better(best, v) {
		return v
	}
	return best
}

// better reports whether the side to move prefers a to b.
func better(a, b value) bool {
	if a.wdl() != b.wdl() {
		return a.wdl() > b.wdl()
	}
	return a < b && a.wdl() != Draw
}

// solve solves an ending and what it can become.
func (all solver) solve(name string) *ending {
	e := newEnding(name)
	if old := all[kindsOf(e.men, false)]; old != nil {
		return old
	}
	for i, m := range e.men[2:] {
		rest := slices.Delete(slices.Clone(e.men), 2+i, 3+i)
		all.require(rest)
		if m.kind == 'P' {
			for _, kind := range []byte("QRBN") {
				changed := slices.Clone(e.men)
				changed[2+i].kind = kind
				all.require(changed)
				for j := range changed[2:] {
					all.require(slices.Delete(slices.Clone(changed), 2+j, 3+j))
				}
			}
		}
	}
	all[kindsOf(e.men, false)] = e
	for _, pawns := range e.pawnSquares() {
		men := slices.Clone(e.men)
		for i, sq := range pawns {
			men[len(men)-e.pawns+i].sq = sq
		}
		sl := &slice{pawns: pawns, values: make([]value, e.size()), floors: make([]uint8, e.size())}
		e.slices[e.pawnKey(men)] = sl
		all.solveSlice(e, sl)
		sl.floors = nil
	}
	return e
}

// require solves the ending of some men.
func (all solver) require(men []man) {
	if len(men) == 2 || all[kindsOf(men, false)] != nil || all[kindsOf(men, true)] != nil {
		return
	}
	sides := [2]string{"K", "K"}
	for _, kind := range "QRBNP" {
		for _, m := range men {
			if m.kind == byte(kind) {
				c := 0
				if m.black {
					c = 1
				}
				sides[c] += string(kind)
			}
		}
	}
	if len(sides[0]) < len(sides[1]) {
		sides[0], sides[1] = sides[1], sides[0]
	}
	all.solve(sides[0] + "v" + sides[1])
}

// pawnSquares lists where the pawns of slices are, the most advanced first, so that pawn
// moves lead to what is solved.
func (e *ending) pawnSquares() (list [][]int) {
	men := slices.Clone(e.men)
	pawns := men[len(men)-e.pawns:]
	var put func(i int)
	put = func(i int) {
		if i == e.pawns {
			squares := make([]int, e.pawns)
			for i, m := range pawns {
				squares[i] = m.sq
			}
			ordered := e.pawns < 2 || squares[0] < squares[1] || squares[0] > squares[1] && pawns[0].black != pawns[1].black
			if ordered && !e.mirrored(men) {
				list = append(list, squares)
			}
			return
		}
		for pawns[i].sq = 8; pawns[i].sq < 56; pawns[i].sq++ {
			put(i + 1)
		}
	}
	put(0)
	advance := func(squares []int) (n int) {
		for i, sq := range squares {
			if pawns[i].black {
				sq ^= 56
			}
			n += sq >> 3
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b []int) int { return advance(b) - advance(a) })
	return list
}

// solveSlice solves a slice, all others that it leads to being solved.
func (all solver) solveSlice(e *ending, sl *slice) {
	var levels [][]int // indices that are decided in so many plies; negative: lost
	push := func(level, index int) {
		for len(levels) <= level {
			levels = append(levels, nil)
		}
		levels[level] = append(levels[level], index)
	}
	s := &state{}
	for index := range sl.values {
		e.at(sl, index, s)
		if !s.legal() {
			sl.values[index] = illegal
			continue
		}
		if _, canonical := e.place(s, false); canonical != index {
			sl.values[index] = illegal // the mirror image is legal
			continue
		}
		all.seed(s, sl, index, push)
	}
	for level := 0; level < len(levels); level++ {
		for i := 0; i < len(levels[level]); i++ {
			index := levels[level][i]
			lost := index < 0
			if lost {
				index = ^index
			}
			if sl.values[index] != 0 {
				continue
			}
			sl.values[index] = value(level)
			if lost {
				sl.values[index] = value(-1 - level)
			}
			e.at(sl, index, s)
			all.spread(e, s, sl, lost, level, push)
		}
	}
}

// seed decides what follows from zeroing moves and from having no move.
func (all solver) seed(s *state, sl *slice, index int, push func(level, index int)) {
	moves, quiet := 0, 0
	floor := uint8(0)
	s.visit(func(next *state, zeroing bool) bool {
		moves++
		if !zeroing {
			quiet++
			return true
		}
		switch v := after(all.value(next).wdl()); v.wdl() {
		case Win, CursedWin:
			push(int(v), index)
			floor = never
		case Draw:
			floor = never
		default:
			floor = max(floor, uint8(-1-v))
		}
		return true
	})
	if moves == 0 && !s.exposed(s.black) {
		floor = never // stalemate
	}
	if sl.floors[index] = floor; floor != never && quiet == 0 {
		push(int(floor), ^index)
	}
}

// spread looks at the positions before one that has just been decided.
func (all solver) spread(e *ending, s *state, sl *slice, lost bool, level int, push func(level, index int)) {
	occupied := s.occupied()
	before := &state{passant: -1, black: !s.black}
	for i, m := range s.men {
		if m.black == s.black || m.kind == 'P' {
			continue
		}
		for set := hits(m, occupied) &^ occupied; set != 0; set &= set - 1 {
			before.men = append(before.men[:0], s.men...)
			before.men[i].sq = bits.TrailingZeros64(set)
			at, index := e.place(before, false)
			if at != sl {
				panic("a move left its slice")
			}
			switch {
			case sl.values[index] != 0: // decided earlier, or illegal
			case lost:
				push(level+1, index)
			case sl.floors[index] != never && allWon(e, before, sl):
				push(max(level+1, int(sl.floors[index])), ^index)
			}
		}
	}
}

// allWon reports whether every move within the slice leads to a win of the opponent.
func allWon(e *ending, s *state, sl *slice) bool {
	won := true
	s.visit(func(next *state, zeroing bool) bool {
		if !zeroing {
			_, index := e.place(next, false)
			won = sl.values[index] > 0
		}
		return won
	})
	return won
}
