package foreign

import (
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
// board, whose squares are turned by mirror, and the kings if a plane for them is given. Of
// a set with missing pieces each one is input 0, as YaneuraOu does it.
func (v view) shogiInputs(kings bool, mirror func(int) int) (active []int) {
	bases := [2][7]int{{1, 39, 49, 59, 69, 79, 85}, {20, 44, 54, 64, 74, 82, 88}}
	for e, hand := range v.hands {
		for kind, count := range hand {
			for i := range count {
				active = append(active, bases[e][kind]+i)
			}
		}
	}
	set := 38
	if kings {
		set = 40
	}
	for _, p := range v.pieces {
		switch {
		case p.kind < 9:
			active = append(active, 90+81*(2*p.kind+p.enemy)+mirror(p.square))
		case kings:
			active = append(active, 1548+mirror(p.square))
		}
	}
	for len(active) < set {
		active = append(active, 0)
	}
	return active
}

// shogiHalfKP has 1548 inputs for each square of the own king.
func shogiHalfKP(position string) (sides [2][]int) {
	for side := range sides {
		v := look(position, side == 1)
		for _, input := range v.shogiInputs(false, func(square int) int { return square }) {
			sides[side] = append(sides[side], 1548*v.king+input)
		}
	}
	return sides
}

// shogiHalfKA has 1629 inputs for each square of the own king, which is mirrored to the
// files 1 to 5.
func shogiHalfKA(position string) (sides [2][]int) {
	for side := range sides {
		v := look(position, side == 1)
		mirror := func(square int) int {
			if v.king >= 45 {
				return 9*(8-square/9) + square%9
			}
			return square
		}
		for _, input := range v.shogiInputs(true, mirror) {
			sides[side] = append(sides[side], 1629*mirror(v.king)+input)
		}
	}
	return sides
}

// kingThirds chooses a stack of layers by the third of the board where each king stands:
// 0 to 2 is the own king's far from home, and three times that.
func kingThirds(position string) int {
	own, other := look(position, false), look(position, true)
	return own.king%9/3*3 + other.king%9/3
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
