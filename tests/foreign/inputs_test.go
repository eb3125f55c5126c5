package foreign

import (
	"slices"
	"strings"
	"testing"
)

// A view is a position as one side sees it: the second player of a game sees the board
// turned by half a turn.
type view struct {
	pieces []piece // on the board, kings included
	king   int     // its square
	hands  [2][7]int
}

// piece is a piece on the board. Squares count from a1 along the ranks in chess, from 1a
// along the files in shogi.
type piece struct {
	kind   int // the place of its letter in the kinds of the game
	enemy  int // 0 or 1
	square int
}

// The kinds in the order of the inputs. Capitals are promoted in shogi, where the minor
// promoted pieces count as golds.
const (
	chessKinds = "pnbrqk"
	shogiKinds = "plnsgbBrRk"
)

// look returns the position of a FEN or SFEN as the side to move sees it, or as the other
// one does.
func look(position string, other bool) (v view) {
	fields := strings.Fields(position)
	if strings.Count(position, "/") == 8 {
		v.lookShogi(fields, (fields[1] == "w") != other)
		return v
	}
	second := (fields[1] == "b") != other
	square := 56
	for _, r := range fields[0] {
		switch {
		case r == '/':
			square -= 16
		case r <= '8':
			square += int(r - '0')
		default:
			v.put(strings.IndexRune(chessKinds, r|32), r >= 'a', square, 63, second)
			square++
		}
	}
	return v
}

func (v *view) lookShogi(fields []string, second bool) {
	promoted, file, rank := false, 8, 0
	for _, r := range fields[0] {
		switch {
		case r == '/':
			file, rank = 8, rank+1
		case r == '+':
			promoted = true
		case r <= '9':
			file -= int(r - '0')
		default:
			letter := r | 32
			switch {
			case promoted && strings.ContainsRune("br", letter):
				letter &^= 32
			case promoted:
				letter = 'g'
			}
			v.put(strings.IndexRune(shogiKinds, letter), r >= 'a', 9*file+rank, 80, second)
			promoted = false
			file--
		}
	}
	count := 0
	for _, r := range fields[2] {
		if r >= '0' && r <= '9' {
			count = 10*count + int(r-'0')
			continue
		}
		if kind := strings.IndexRune("plnsgbr", r|32); kind >= 0 {
			v.hands[enemy(r >= 'a', second)][kind] = max(1, count)
		}
		count = 0
	}
}

// enemy returns 0 for a piece of the side that looks, 1 for one of the other.
func enemy(lower, second bool) int {
	if lower != second {
		return 1
	}
	return 0
}

// put adds a piece. The last square of the board tells how to turn it.
func (v *view) put(kind int, lower bool, square, last int, second bool) {
	if second {
		square = last - square
	}
	p := piece{kind, enemy(lower, second), square}
	v.pieces = append(v.pieces, p)
	if p.enemy == 0 && (last == 63 && kind == 5 || last == 80 && kind == 9) {
		v.king = square
	}
}

// chessHalfKP has 641 inputs for each square of the own king; the first of them stands for
// nothing. Kings are no inputs.
func chessHalfKP(position string) (sides [2][]int) {
	for side := range sides {
		v := look(position, side == 1)
		for _, p := range v.pieces {
			if p.kind < 5 {
				sides[side] = append(sides[side], 641*v.king+1+64*(2*p.kind+p.enemy)+p.square)
			}
		}
	}
	return sides
}

// chessHalfKA has 704 inputs for each half of a rank where the own king stands: it is
// mirrored to the right. The board of Black is turned upside down, not by half a turn, and
// both kings share a plane.
func chessHalfKA(position string) (sides [2][]int) {
	for side := range sides {
		v := look(position, side == 1)
		turn := 0
		if black := strings.Fields(position)[1] == "b"; black != (side == 1) {
			turn = 7
		}
		king := v.king ^ turn
		if king%8 < 4 {
			turn ^= 7
			king ^= 7
		}
		bucket := 4*(7-king/8) + 7 - king%8
		for _, p := range v.pieces {
			plane := min(10, 2*p.kind+p.enemy)
			sides[side] = append(sides[side], 704*bucket+64*plane+p.square^turn)
		}
	}
	return sides
}

// shogiInputs are those of a view for a king on a square: every piece in hand and on the
// board, whose squares are turned by mirror. Kings have no numbers, the same ones for both or
// their own. Of a set with missing pieces each one is input 0, as YaneuraOu does it.
func (v view) shogiInputs(kings int, mirror func(int) int) (active []int) {
	bases := [2][7]int{{1, 39, 49, 59, 69, 79, 85}, {20, 44, 54, 64, 74, 82, 88}}
	for e, hand := range v.hands {
		for kind, count := range hand {
			for i := range count {
				active = append(active, bases[e][kind]+i)
			}
		}
	}
	set := 38
	if kings > 0 {
		set = 40
	}
	for _, p := range v.pieces {
		switch {
		case p.kind < 9:
			active = append(active, 90+81*(2*p.kind+p.enemy)+mirror(p.square))
		case kings > 0:
			active = append(active, 1548+81*p.enemy*(kings-1)+mirror(p.square))
		}
	}
	for len(active) < set {
		active = append(active, 0)
	}
	return active
}

// inShogi returns inputs that have numbers for each square of the own king. If mirrored, that
// is on the files 1 to 5.
func inShogi(kings int, mirrored bool) func(string) [2][]int {
	return func(position string) (sides [2][]int) {
		for side := range sides {
			v := look(position, side == 1)
			mirror := func(square int) int {
				if mirrored && v.king >= 45 {
					return 9*(8-square/9) + square%9
				}
				return square
			}
			for _, input := range v.shogiInputs(kings, mirror) {
				sides[side] = append(sides[side], (1548+81*kings)*mirror(v.king)+input)
			}
		}
		return sides
	}
}

// The inputs of most networks.
var (
	shogiHalfKP = inShogi(0, false)
	shogiHalfKA = inShogi(1, true)
)

// shogiKP has the numbers of pieces whatever the own king's square.
func shogiKP(position string) (sides [2][]int) {
	for side := range sides {
		sides[side] = look(position, side == 1).shogiInputs(2, func(square int) int { return square })
	}
	return sides
}

// byKings chooses one of n times n stacks by the squares of both kings, each as its own side
// sees it.
func byKings(n int, of func(square int) int) func(string, int) int {
	return func(position string, _ int) int {
		return n*of(look(position, false).king) + of(look(position, true).king)
	}
}

// byHands does so by what both sides have in hand.
func byHands(n int, of func(hand [7]int) int) func(string, int) int {
	return func(position string, _ int) int {
		hands := look(position, false).hands
		return n*of(hands[0]) + of(hands[1])
	}
}

func ranks3(square int) int { return square % 9 / 3 }

func zones9(square int) int {
	file, rank := square/9, square%9
	return [...]int{0, 0, 0, 1, 1, 1, 2, 3 + file/3, 6 + file/3}[rank]
}

func zones13(square int) int {
	file, rank := square/9, square%9
	return [...]int{0, 1, 2, 3, 4, 5, 6, 7 + file/3, 10 + file/3}[rank]
}

func places21(square int) int {
	file, rank := square/9, square%9
	return [...]int{0, 0, 0, 1, 1, 1, 2, 3 + file, 12 + file}[rank]
}

func places29(square int) int {
	file, rank := square/9, square%9
	return [...]int{0, 0, 0, 1, 1, 1, 2 + file, 11 + file, 20 + file}[rank]
}

// Hands are pawns, lances, knights, silvers, golds, bishops and rooks.

func one(counts ...int) int {
	for _, n := range counts {
		if n > 0 {
			return 1
		}
	}
	return 0
}

func pawnAndBishop(h [7]int) int { return one(h[0]) + 2*one(h[5]) }
func hand64(h [7]int) int        { return one(h[:3]...) + 2*one(h[3], h[4], h[6]) + 4*one(h[5]) }
func hand256(h [7]int) int       { return one(h[:3]...) + 2*one(h[3], h[4]) + 4*one(h[5]) + 8*one(h[6]) }
func hand1024(h [7]int) int {
	return one(h[0]) + 2*one(h[1], h[2]) + 4*one(h[3], h[4]) + 8*one(h[5]) + 16*one(h[6])
}
func handPoints(h [7]int) int {
	return min(7, (h[0]+2*(h[1]+h[2])+3*(h[3]+h[4])+5*(h[5]+h[6])+3)/4)
}

// bothEntered reports whether both kings are on their fifth rank or further.
func bothEntered(position string) bool {
	return look(position, false).king%9 <= 4 && look(position, true).king%9 <= 4
}

// threatInputs are inputs of pieces that attack or defend others, and of pairs of pawns.
type threatInputs struct {
	targets [6]string // kinds that a piece of each kind can threaten, among chessKinds
	pawns   bool
}

var (
	threats18 = threatInputs{targets: [6]string{"pnr", "pnbrqk", "pnbrk", "pnbrk", "pnbrqk", "pnbr"}}
	threats19 = threatInputs{targets: [6]string{"nr", "pnbrq", "pnbr", "pnbr", "pnbrq", ""}, pawns: true}
)

// attacked returns the squares that a piece attacks on a board, from the lowest on.
func attacked(p piece, occupied func(square int) bool) (squares []int) {
	steps := map[int][][2]int{
		0: {{-1, 1}, {1, 1}},
		1: {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
		2: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
		3: {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
		4: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}},
		5: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}},
	}[p.kind]
	for _, step := range steps {
		if p.kind == 0 && p.enemy == 1 {
			step[1] = -step[1]
		}
		for file, rank := p.square%8+step[0], p.square/8+step[1]; file >= 0 && file < 8 && rank >= 0 && rank < 8; file, rank = file+step[0], rank+step[1] {
			squares = append(squares, 8*rank+file)
			if p.kind < 2 || p.kind == 5 || occupied(8*rank+file) {
				break
			}
		}
	}
	slices.Sort(squares)
	return squares
}

// pairs returns the inputs of both sides. Each side sees its own pieces below, and its own
// king on the files a to d.
func (t threatInputs) pairs(position string) (sides [2][]int) {
	black := strings.Fields(position)[1] == "b"
	for side := range sides {
		v := look(position, side == 1)
		turn := 0
		if black != (side == 1) {
			turn = 7 // the view is turned around, but only has to be turned upside down
		}
		if (v.king^turn)%8 >= 4 {
			turn ^= 7
		}
		board := map[int]piece{}
		for _, p := range v.pieces {
			p.square ^= turn
			board[p.square] = p
		}
		for _, p := range board {
			sides[side] = append(sides[side], t.of(p, board)...)
		}
	}
	return sides
}

// empty are the squares that each piece of either side attacks on an empty board.
var empty = func() (all [6][2][64][]int) {
	for kind := range all {
		for enemy := range all[kind] {
			for square := range all[kind][enemy] {
				all[kind][enemy][square] = attacked(piece{kind, enemy, square}, func(int) bool { return false })
			}
		}
	}
	return all
}()

// before returns how many squares a piece attacks from all squares below one. Pawns are on
// none of the outer ranks.
func before(kind, enemy, square int) (n int) {
	for from := range square {
		if kind > 0 || from >= 8 && from < 56 {
			n += len(empty[kind][enemy][from])
		}
	}
	return n
}

// first returns the number of the first input of an attacker and of a target.
func (t threatInputs) first(attacker, target piece) (first int, ok bool) {
	for enemy := range 2 {
		for kind := range 6 {
			for owner := range 2 {
				for _, letter := range t.targets[kind] {
					if enemy == attacker.enemy && kind == attacker.kind && owner == target.enemy && strings.IndexRune(chessKinds, letter) == target.kind {
						return first, true
					}
					first += before(kind, enemy, 64)
				}
			}
		}
	}
	return 0, false
}

// of returns the inputs of a piece of a board.
func (t threatInputs) of(p piece, board map[int]piece) (inputs []int) {
	occupied := func(square int) bool { _, ok := board[square]; return ok }
	for _, square := range attacked(p, occupied) {
		target, ok := board[square]
		if !ok || p.square < square && p.kind == target.kind && (p.kind > 0 || p.enemy != target.enemy) {
			continue
		}
		first, ok := t.first(p, target)
		if !ok {
			continue
		}
		inputs = append(inputs, first+before(p.kind, p.enemy, p.square)+slices.Index(empty[p.kind][p.enemy][p.square], square))
	}
	if t.pawns && p.kind == 0 {
		id := func(p piece) int { return 48*p.enemy + p.square - 8 }
		for _, q := range board {
			files := p.square%8 - q.square%8
			if q.kind == 0 && id(p) > id(q) && files >= -1 && files <= 1 {
				inputs = append(inputs, 59808+id(p)*(id(p)-1)/2+id(q))
			}
		}
	}
	return inputs
}

// The start position is seen alike by both sides, and a pawn moved from it not.
func TestInputsTurnTheBoard(t *testing.T) {
	for _, test := range []struct {
		name   string
		inputs func(string) [2][]int
		start  string
		after  string
		active int
	}{
		{"chess HalfKP", chessHalfKP, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBKQBNR b - - 0 1", 30},
		{"chess HalfKA", chessHalfKA, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b - - 0 1", 32},
		{"shogi HalfKP", shogiHalfKP, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "lnsgkgsnl/1r5b1/ppppppppp/9/9/8P/PPPPPPPP1/1B5R1/LNSGKGSNL b - 1", 38},
		{"shogi HalfKA", shogiHalfKA, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "lnsgkgsnl/1r5b1/ppppppppp/9/9/8P/PPPPPPPP1/1B5R1/LNSGKGSNL b - 1", 40},
	} {
		t.Run(test.name, func(t *testing.T) {
			equal := func(sides [2][]int) bool {
				counts := map[int]int{}
				for i, input := range sides[0] {
					counts[input]++
					counts[sides[1][i]]--
				}
				for _, n := range counts {
					if n != 0 {
						return false
					}
				}
				return len(sides[0]) == test.active
			}
			if !equal(test.inputs(test.start)) || equal(test.inputs(test.after)) {
				t.Errorf("start %v, after a move %v", test.inputs(test.start), test.inputs(test.after))
			}
		})
	}
}
