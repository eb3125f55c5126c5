package chess

import (
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// slowBoard is a second, plain set of rules to compare with: letters on a grid, one step
// after the other, every move tried on a copy. It follows a game by itself and never
// looks at a [Position].
type slowBoard struct {
	grid     [8][8]byte // by rank from 1 and file from a; 0: empty
	side     int
	rooks    [2][2]int // file of the rook with which a side may castle, by wing; -1: none
	passant  int       // file of the pawn that has just moved two squares; -1: none
	chess960 bool
}

func newSlow(fen string, chess960 bool) *slowBoard {
	fields := strings.Fields(fen)
	b := &slowBoard{side: strings.Index("wb", fields[1]), passant: -1, chess960: chess960, rooks: [2][2]int{{-1, -1}, {-1, -1}}}
	for i, row := range strings.Split(fields[0], "/") {
		file := 0
		for _, letter := range []byte(row) {
			if letter <= '8' {
				file += int(letter - '0')
				continue
			}
			b.grid[7-i][file] = letter
			file++
		}
	}
	for _, letter := range []byte(strings.Trim(fields[2], "-")) {
		side := slowOwner(letter)
		king := b.king(side)
		rook := strings.IndexByte("ABCDEFGH", letter&^32)
		for i := range 8 { // the outermost rook
			if b.grid[7*side][i]|32 == 'r' && (letter|32 == 'q' && rook < 0 && i < king[1] || letter|32 == 'k' && i > king[1]) {
				rook = i
			}
		}
		wing := kingside
		if rook < king[1] {
			wing = queenside
		}
		b.rooks[side][wing] = rook
	}
	if fields[3] != "-" {
		b.passant = int(fields[3][0] - 'a')
	}
	return b
}

func slowOwner(piece byte) int { return int(piece >> 5 & 1) }

func (b *slowBoard) king(side int) [2]int {
	for rank := range 8 {
		for file := range 8 {
			if b.grid[rank][file] == "Kk"[side] {
				return [2]int{rank, file}
			}
		}
	}
	return [2]int{-1, -1}
}

// slowSteps are the directions by letter, ranks first; those of sliders go on.
var slowSteps = map[byte][][2]int{
	'n': {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}},
	'b': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	'r': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	'q': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	'k': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
}

// reach visits the squares that the piece on a square attacks.
func (b *slowBoard) reach(rank, file int, visit func(rank, file int)) {
	piece := b.grid[rank][file]
	steps, slides := slowSteps[piece|32], strings.IndexByte("brq", piece|32) >= 0
	if piece|32 == 'p' {
		forward := 1 - 2*slowOwner(piece)
		steps = [][2]int{{forward, -1}, {forward, 1}}
	}
	for _, d := range steps {
		for r, f := rank+d[0], file+d[1]; r >= 0 && r < 8 && f >= 0 && f < 8; r, f = r+d[0], f+d[1] {
			visit(r, f)
			if b.grid[r][f] != 0 || !slides {
				break
			}
		}
	}
}

// attacked reports whether a side attacks a square.
func (b *slowBoard) attacked(at [2]int, by int) bool {
	found := false
	for rank := range 8 {
		for file := range 8 {
			if piece := b.grid[rank][file]; piece != 0 && slowOwner(piece) == by {
				b.reach(rank, file, func(r, f int) { found = found || at == [2]int{r, f} })
			}
		}
	}
	return found
}

// attackedBy returns the squares that some of the pieces of a side attack, given by their
// small letters.
func (b *slowBoard) attackedBy(side int, pieces string) (set core.Squares) {
	for rank := range 8 {
		for file := range 8 {
			if piece := b.grid[rank][file]; piece != 0 && slowOwner(piece) == side && strings.ContainsRune(pieces, rune(piece|32)) {
				b.reach(rank, file, func(r, f int) { set[0] |= 1 << (8*r + f) })
			}
		}
	}
	return set
}

func (b *slowBoard) checked(side int) bool { return b.attacked(b.king(side), 1-side) }

// slowMove is a move by its squares. In a castling, to is that of the rook.
type slowMove struct {
	from, to  [2]int
	promotion byte // 0: none
	castling  bool
}

func (b *slowBoard) text(m slowMove) string {
	if m.castling && !b.chess960 && m.from[1] == 4 && (m.to[1] == 0 || m.to[1] == 7) {
		m.to[1] = 2 + m.to[1]/7*4
	}
	text := []byte{'a' + byte(m.from[1]), '1' + byte(m.from[0]), 'a' + byte(m.to[1]), '1' + byte(m.to[0])}
	if m.promotion != 0 {
		text = append(text, m.promotion)
	}
	return string(text)
}

// read is the opposite of text.
func (b *slowBoard) read(text string) slowMove {
	m := slowMove{from: [2]int{int(text[1] - '1'), int(text[0] - 'a')}, to: [2]int{int(text[3] - '1'), int(text[2] - 'a')}}
	if len(text) > 4 {
		m.promotion = text[4]
	}
	piece, target := b.grid[m.from[0]][m.from[1]], b.grid[m.to[0]][m.to[1]]
	if piece|32 == 'k' && target|32 == 'r' && slowOwner(target) == b.side {
		m.castling = true
	} else if d := m.to[1] - m.from[1]; piece|32 == 'k' && d*d == 4 {
		m.castling, m.to[1] = true, 7*(d+2)/4
	}
	return m
}

// play returns the board after a move.
func (b *slowBoard) play(m slowMove) *slowBoard {
	c := *b
	c.side, c.passant = 1-b.side, -1
	piece := c.grid[m.from[0]][m.from[1]]
	if m.castling {
		home := m.from[0]
		rook := c.grid[home][m.to[1]]
		c.grid[home][m.from[1]], c.grid[home][m.to[1]] = 0, 0
		king, next := 6, 5
		if m.to[1] < m.from[1] {
			king, next = 2, 3
		}
		c.grid[home][king], c.grid[home][next] = piece, rook
		c.rooks[b.side] = [2]int{-1, -1}
		return &c
	}
	if piece|32 == 'p' && m.from[1] != m.to[1] && c.grid[m.to[0]][m.to[1]] == 0 { // en passant
		c.grid[m.from[0]][m.to[1]] = 0
	}
	if piece|32 == 'p' && max(m.from[0]-m.to[0], m.to[0]-m.from[0]) == 2 {
		c.passant = m.to[1]
	}
	c.grid[m.from[0]][m.from[1]] = 0
	c.grid[m.to[0]][m.to[1]] = piece
	if m.promotion != 0 {
		c.grid[m.to[0]][m.to[1]] = m.promotion&^32 | piece&32
	}
	if piece|32 == 'k' {
		c.rooks[b.side] = [2]int{-1, -1}
	}
	for side := range 2 { // rooks that have moved or were captured
		for wing, file := range c.rooks[side] {
			if home := [2]int{7 * side, file}; m.from == home || m.to == home {
				c.rooks[side][wing] = -1
			}
		}
	}
	return &c
}

// pass returns the board after a null move.
func (b *slowBoard) pass() *slowBoard {
	c := *b
	c.side, c.passant = 1-b.side, -1
	return &c
}

// moves calls visit with each legal move and the board after it.
func (b *slowBoard) moves(visit func(m slowMove, after *slowBoard)) {
	try := func(m slowMove) {
		if after := b.play(m); !after.checked(b.side) {
			visit(m, after)
		}
	}
	forward := 1 - 2*b.side
	pawn := func(m slowMove) {
		if m.to[0]%7 != 0 {
			try(m)
			return
		}
		for _, m.promotion = range []byte("nbrq") {
			try(m)
		}
	}
	for rank := range 8 {
		for file := range 8 {
			piece := b.grid[rank][file]
			if piece == 0 || slowOwner(piece) != b.side {
				continue
			}
			from := [2]int{rank, file}
			if piece|32 == 'p' {
				if b.grid[rank+forward][file] == 0 {
					pawn(slowMove{from: from, to: [2]int{rank + forward, file}})
					if rank == 1+5*b.side && b.grid[rank+2*forward][file] == 0 {
						try(slowMove{from: from, to: [2]int{rank + 2*forward, file}})
					}
				}
			}
			b.reach(rank, file, func(r, f int) {
				m := slowMove{from: from, to: [2]int{r, f}}
				target := b.grid[r][f]
				switch {
				case target != 0 && slowOwner(target) == b.side:
				case piece|32 != 'p':
					try(m)
				case target != 0 || f == b.passant && rank == 4-b.side:
					pawn(m)
				}
			})
		}
	}
	for wing, file := range b.rooks[b.side] {
		if king := b.king(b.side); file >= 0 && b.mayCastle(king, file, wing) {
			try(slowMove{from: king, to: [2]int{king[0], file}, castling: true})
		}
	}
}

// mayCastle reports whether nothing stands in the way of king and rook, and the king does
// not go through an attack. Where it ends is looked at after the move.
func (b *slowBoard) mayCastle(king [2]int, rook, wing int) bool {
	kingTo, rookTo := 6-4*wing, 5-2*wing
	for file := min(king[1], rook, kingTo, rookTo); file <= max(king[1], rook, kingTo, rookTo); file++ {
		onTheWay := file >= min(king[1], kingTo) && file <= max(king[1], kingTo) || file >= min(rook, rookTo) && file <= max(rook, rookTo)
		if onTheWay && file != king[1] && file != rook && b.grid[king[0]][file] != 0 {
			return false
		}
	}
	// The king goes alone; the rook leaves its square last.
	for file := min(king[1], kingTo); file <= max(king[1], kingTo); file++ {
		if b.attacked([2]int{king[0], file}, 1-b.side) {
			return false
		}
	}
	return true
}

// list returns the legal moves as text, sorted.
func (b *slowBoard) list() []string {
	var legal []string
	b.moves(func(m slowMove, _ *slowBoard) { legal = append(legal, b.text(m)) })
	slices.Sort(legal)
	return legal
}

// identity is what makes two positions the same: board, side, castlings and whether a
// pawn can be captured en passant.
func (b *slowBoard) identity() string {
	passant := -1
	if b.passant >= 0 {
		b.moves(func(m slowMove, _ *slowBoard) {
			if b.grid[m.from[0]][m.from[1]]|32 == 'p' && m.to[1] == b.passant && m.from[1] != m.to[1] && m.to[0] == 5-3*b.side {
				passant = b.passant
			}
		})
	}
	key := make([]byte, 0, 70)
	for _, row := range b.grid {
		key = append(key, row[:]...)
	}
	for _, n := range []int{b.side, b.rooks[0][0], b.rooks[0][1], b.rooks[1][0], b.rooks[1][1], passant} {
		key = append(key, byte(n))
	}
	return string(key)
}

// position returns the pieces as a [Position] keeps them, and nothing else.
func (b *slowBoard) position() (p Position) {
	for rank, row := range b.grid {
		for file, piece := range row {
			if piece != 0 {
				p.put(parsePiece(piece), core.Square(8*rank+file))
			}
		}
	}
	return p
}

// rights returns the castling rights as p numbers them.
func (b *slowBoard) rights(p *Position) (rights uint8) {
	for side := range 2 {
		for wing, file := range b.rooks[side] {
			if i := 2*side + wing; file >= 0 && int(p.castlings[i].rookFrom) == 56*side+file {
				rights |= 1 << i
			}
		}
	}
	return rights
}

// checkInfo returns the pieces that give check to the side to move, and its pieces
// without which there would be another.
func (b *slowBoard) checkInfo() (checkers, pinned uint64) {
	attackers := func(b *slowBoard) (set uint64) {
		king := b.king(b.side)
		for rank := range 8 {
			for file := range 8 {
				if piece := b.grid[rank][file]; piece != 0 && slowOwner(piece) != b.side {
					b.reach(rank, file, func(r, f int) {
						if king == [2]int{r, f} {
							set |= 1 << (8*rank + file)
						}
					})
				}
			}
		}
		return set
	}
	checkers = attackers(b)
	for rank := range 8 {
		for file := range 8 {
			piece := b.grid[rank][file]
			if piece == 0 || slowOwner(piece) != b.side || piece|32 == 'k' {
				continue
			}
			without := *b
			without.grid[rank][file] = 0
			if attackers(&without)&^checkers != 0 {
				pinned |= 1 << (8*rank + file)
			}
		}
	}
	return checkers, pinned
}
