package shogi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// slowBoard is a second, plain set of rules to compare with: letters on a grid,
// one step after the other, every move tried on a copy of the board.
type slowBoard struct {
	grid  [9][9]string // by rank from a and file from 9, as in SFEN: "P", "+p", ...
	hands [2]map[string]int
	side  int
}

// slowSteps are the directions by letter, ranks first, for a piece that moves
// up; a star marks those that go on.
var slowSteps = map[string]string{
	"P": "n", "L": "n*", "N": "j k", "S": "n nw ne sw se", "G": "n nw ne w e s",
	"B": "nw* ne* sw* se*", "R": "n* s* w* e*", "K": "n s w e nw ne sw se",
	"+P": "n nw ne w e s", "+L": "n nw ne w e s", "+N": "n nw ne w e s", "+S": "n nw ne w e s",
	"+B": "nw* ne* sw* se* n s w e", "+R": "n* s* w* e* nw ne sw se",
}

var slowDirections = map[string][2]int{
	"n": {-1, 0}, "s": {1, 0}, "w": {0, -1}, "e": {0, 1},
	"nw": {-1, -1}, "ne": {-1, 1}, "sw": {1, -1}, "se": {1, 1}, "j": {-2, -1}, "k": {-2, 1},
}

func newSlow(sfen string) *slowBoard {
	fields := strings.Fields(sfen)
	b := &slowBoard{side: strings.Index("bw", fields[1])}
	b.hands = [2]map[string]int{{}, {}}
	for rank, row := range strings.Split(fields[0], "/") {
		file, plus := 0, ""
		for _, letter := range row {
			switch {
			case letter == '+':
				plus = "+"
			case letter <= '9':
				file += int(letter - '0')
			default:
				b.grid[rank][file] = plus + string(letter)
				file, plus = file+1, ""
			}
		}
	}
	count := 0
	for _, letter := range strings.Trim(fields[2], "-") {
		if letter <= '9' {
			count = 10*count + int(letter-'0')
			continue
		}
		letter := string(letter)
		b.hands[slowOwner(letter)][strings.ToUpper(letter)] = max(1, count)
		count = 0
	}
	return b
}

func slowOwner(piece string) int {
	return int(piece[len(piece)-1] >> 5 & 1)
}

func (b *slowBoard) copy() *slowBoard {
	c := &slowBoard{grid: b.grid, side: b.side}
	for i := range c.hands {
		c.hands[i] = map[string]int{}
		for k, n := range b.hands[i] {
			c.hands[i][k] = n
		}
	}
	return c
}

func inside(rank, file int) bool { return rank >= 0 && rank < 9 && file >= 0 && file < 9 }

// slowMove is one way of a piece to move, down and to the right.
type slowMove struct {
	rank, file int
	slides     bool
}

// slowMoves are the ways of each piece, those of the first side in upper case.
var slowMoves = func() map[string][]slowMove {
	all := map[string][]slowMove{}
	for piece, steps := range slowSteps {
		for name := range strings.FieldsSeq(steps) {
			d, slides := slowDirections[strings.Trim(name, "*")], strings.HasSuffix(name, "*")
			all[piece] = append(all[piece], slowMove{d[0], d[1], slides})
			all[strings.ToLower(piece)] = append(all[strings.ToLower(piece)], slowMove{-d[0], d[1], slides})
		}
	}
	return all
}()

// reach visits the squares that the piece on a square attacks.
func (b *slowBoard) reach(rank, file int, visit func(rank, file int)) {
	for _, m := range slowMoves[b.grid[rank][file]] {
		r, f := rank+m.rank, file+m.file
		for inside(r, f) {
			visit(r, f)
			if b.grid[r][f] != "" || !m.slides {
				break
			}
			r, f = r+m.rank, f+m.file
		}
	}
}

// attackedBy returns the squares that the pieces of a side attack which are worth less than
// a limit.
func (b *slowBoard) attackedBy(side int, limit core.Score) (set core.Squares) {
	for rank := range 9 {
		for file := range 9 {
			piece := b.grid[rank][file]
			if piece == "" || slowOwner(piece) != side {
				continue
			}
			if k := slowKind(piece); limit == core.Infinite || k != King && info.Value[k] < limit {
				b.reach(rank, file, func(r, f int) { set[(9*(8-f)+r)/64] |= 1 << ((9*(8-f) + r) % 64) })
			}
		}
	}
	return set
}

// threatens reports whether a drop attacks the enemy king or an enemy piece that is more valuable by
// more than the given value.
func (b *slowBoard) threatens(drop string, by core.Score) (found bool) {
	rank, file, piece := int(drop[3]-'a'), int('9'-drop[2]), drop[:1]
	if b.side == 1 {
		piece = strings.ToLower(piece)
	}
	with := *b
	with.grid[rank][file] = piece
	with.reach(rank, file, func(r, f int) {
		if target := with.grid[r][f]; target != "" && slowOwner(target) != b.side {
			k := slowKind(target)
			found = found || k == King || info.Value[k] > info.Value[slowKind(piece)]+by
		}
	})
	return found
}

// checked reports whether the king of a side is attacked.
func (b *slowBoard) checked(side int) bool {
	found := false
	for rank := range 9 {
		for file := range 9 {
			if b.grid[rank][file] == "" || slowOwner(b.grid[rank][file]) == side {
				continue
			}
			b.reach(rank, file, func(r, f int) {
				target := b.grid[r][f]
				found = found || (target == "K" || target == "k") && slowOwner(target) == side
			})
		}
	}
	return found
}

func slowSquare(rank, file int) string { return fmt.Sprintf("%d%c", 9-file, 'a'+rank) }

// play makes a move in USI on a copy.
func (b *slowBoard) play(move string) *slowBoard {
	c := b.copy()
	file, rank := 9-int(move[2]-'0'), int(move[3]-'a')
	piece := ""
	if move[1] == '*' {
		piece = move[:1]
		c.hands[b.side][piece]--
		if b.side == 1 {
			piece = strings.ToLower(piece)
		}
	} else {
		f, r := 9-int(move[0]-'0'), int(move[1]-'a')
		piece = c.grid[r][f]
		c.grid[r][f] = ""
		if taken := c.grid[rank][file]; taken != "" {
			c.hands[b.side][strings.ToUpper(strings.Trim(taken, "+"))]++
		}
		if strings.HasSuffix(move, "+") {
			piece = "+" + piece
		}
	}
	c.grid[rank][file] = piece
	c.side ^= 1
	return c
}

// moves returns the legal moves in USI, sorted.
func (b *slowBoard) moves() []string {
	var legal []string
	try := func(move string) {
		after := b.play(move)
		if after.checked(b.side) {
			return
		}
		if strings.HasPrefix(move, "P*") && after.checked(after.side) && len(after.moves()) == 0 {
			return
		}
		legal = append(legal, move)
	}
	forward := func(rank int) int { // ranks to the last one
		if b.side == 0 {
			return rank
		}
		return 8 - rank
	}
	stuck := func(kind string, rank int) bool {
		return strings.Contains("PL", kind) && forward(rank) == 0 || kind == "N" && forward(rank) <= 1
	}
	for rank := range 9 {
		for file := range 9 {
			piece := b.grid[rank][file]
			if piece == "" {
				for kind, n := range b.hands[b.side] {
					if n == 0 || stuck(kind, rank) || kind == "P" && b.hasPawn(file) {
						continue
					}
					try(kind + "*" + slowSquare(rank, file))
				}
				continue
			}
			if slowOwner(piece) != b.side {
				continue
			}
			kind := strings.ToUpper(piece)
			b.reach(rank, file, func(r, f int) {
				if b.grid[r][f] != "" && slowOwner(b.grid[r][f]) == b.side {
					return
				}
				move := slowSquare(rank, file) + slowSquare(r, f)
				if !stuck(kind, r) {
					try(move)
				}
				if slowSteps["+"+kind] != "" && (forward(rank) <= 2 || forward(r) <= 2) {
					try(move + "+")
				}
			})
		}
	}
	slices.Sort(legal)
	return legal
}

func (b *slowBoard) hasPawn(file int) bool {
	for rank := range 9 {
		if b.grid[rank][file] == [2]string{"P", "p"}[b.side] {
			return true
		}
	}
	return false
}

// position returns the pieces as a [Position] keeps them, and nothing else.
func (b *slowBoard) position() (p Position) {
	p.kings = [2]core.Square{noSquare, noSquare}
	for rank, row := range b.grid {
		for file, piece := range row {
			if piece == "" {
				continue
			}
			k := slowKind(piece)
			p.put(core.NewPiece(core.Color(slowOwner(piece)), k), core.Square(9*(8-file)+rank))
		}
	}
	p.hands = [2]hand{b.hand(0), b.hand(1)}
	return p
}

// hand returns the hand of a side.
func (b *slowBoard) hand(side int) (h hand) {
	for letter, n := range b.hands[side] {
		h += hand(n) * one(slowKind(letter))
	}
	return h
}

// count returns the number of pieces on the board and in both hands.
func (b *slowBoard) count() int {
	n := b.hand(0).total() + b.hand(1).total()
	for _, row := range b.grid {
		for _, piece := range row {
			if piece != "" {
				n++
			}
		}
	}
	return n
}

// checkInfo returns the pieces that give check to the side to move, and its pieces
// without which there would be another.
func (b *slowBoard) checkInfo() (checkers, pinned Bitboard) {
	attackers := func() (set Bitboard) {
		for rank := range 9 {
			for file := range 9 {
				if b.grid[rank][file] == "" || slowOwner(b.grid[rank][file]) == b.side {
					continue
				}
				b.reach(rank, file, func(r, f int) {
					if b.grid[r][f] == [2]string{"K", "k"}[b.side] {
						set = set.Or(bit(core.Square(9*(8-file) + rank)))
					}
				})
			}
		}
		return set
	}
	checkers = attackers()
	for rank := range 9 {
		for file := range 9 {
			piece := b.grid[rank][file]
			if piece == "" || slowOwner(piece) != b.side || strings.ToUpper(piece) == "K" {
				continue
			}
			b.grid[rank][file] = ""
			if attackers().AndNot(checkers).Any() {
				pinned = pinned.Or(bit(core.Square(9*(8-file) + rank)))
			}
			b.grid[rank][file] = piece
		}
	}
	return checkers, pinned
}
