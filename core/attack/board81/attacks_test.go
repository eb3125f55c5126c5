package board81

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// slow walks over a plain board, one step after the other.
func slow(sq core.Square, occupied Bitboard, steps [][2]int) Bitboard {
	var board [9][9]bool
	for f := range 9 {
		for r := range 9 {
			if s := 9*f + r; s < 63 {
				board[f][r] = occupied.Lo>>s&1 != 0
			} else {
				board[f][r] = occupied.Hi>>(s-63)&1 != 0
			}
		}
	}
	var attacks Bitboard
	for _, step := range steps {
		f, r := int(sq)/9, int(sq)%9
		for {
			f, r = f+step[0], r+step[1]
			if f < 0 || f > 8 || r < 0 || r > 8 {
				break
			}
			if s := 9*f + r; s < 63 {
				attacks.Lo |= 1 << s
			} else {
				attacks.Hi |= 1 << (s - 63)
			}
			if board[f][r] {
				break
			}
		}
	}
	return attacks
}

var (
	rookSteps   = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	bishopSteps = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

// check compares all four attack functions with the slow walk.
func check(t *testing.T, sq core.Square, occupied Bitboard) {
	t.Helper()
	for _, c := range []struct {
		name  string
		got   Bitboard
		steps [][2]int
	}{
		{"rook", Rook(sq, occupied), rookSteps},
		{"bishop", Bishop(sq, occupied), bishopSteps},
		{"first's lance", Lance(core.First, sq, occupied), [][2]int{{0, -1}}},
		{"second's lance", Lance(core.Second, sq, occupied), [][2]int{{0, 1}}},
	} {
		if want := slow(sq, occupied, c.steps); c.got != want {
			t.Fatalf("%s on %d with %x: got %x, want %x", c.name, sq, occupied, c.got, want)
		}
	}
}

// Every set of blockers on the inner squares of the rays, 2^14 at most. That the
// last squares do not matter is shown by the random sets below.
func TestEveryBlocker(t *testing.T) {
	for sq := range core.Square(81) {
		for _, directions := range [][]direction{slanting, {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}} {
			var squares []core.Square
			for inner := relevant(sq, directions); inner.Any(); {
				squares = append(squares, inner.Pop())
			}
			stride := 1
			if testing.Short() {
				stride = 37
			}
			for i := 0; i < 1<<len(squares); i += stride {
				var occupied Bitboard
				for j, s := range squares {
					if i>>j&1 != 0 {
						occupied = occupied.Or(Bit(s))
					}
				}
				check(t, sq, occupied)
			}
		}
	}
}

// Squares off the rays must not matter, at any density.
func TestRandomBlockers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 81))
	for range 20000 {
		occupied := Bitboard{random.Uint64(), random.Uint64()}.And(Full)
		for range random.IntN(4) {
			occupied = occupied.And(Bitboard{random.Uint64(), random.Uint64()})
		}
		check(t, core.Square(random.IntN(81)), occupied)
	}
}

func TestSets(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 81))
	for range 2000 {
		var want [81]bool
		var b Bitboard
		n := 0
		for range random.IntN(6) {
			sq := core.Square(random.IntN(81))
			if !want[sq] {
				n++
			}
			want[sq] = true
			b = b.Or(Bit(sq))
		}
		if b.Count() != n || b.Any() != (n > 0) || b.Many() != (n > 1) {
			t.Fatalf("%x has %d squares: Count %d, Any %v, Many %v", b, n, b.Count(), b.Any(), b.Many())
		}
		last := -1
		for rest := b; rest.Any(); {
			first := rest.First()
			if sq := rest.Pop(); sq != first || int(sq) <= last || !want[sq] || rest.Has(sq) {
				t.Fatalf("%x: popped %d after %d, first %d", b, sq, last, first)
			}
			last = int(first)
			n--
		}
		if n != 0 {
			t.Fatalf("%x: %d squares not popped", b, n)
		}
		for sq := range core.Square(81) {
			if b.Has(sq) != want[sq] {
				t.Fatalf("%x has %d: %v", b, sq, b.Has(sq))
			}
		}
	}
}

func BenchmarkRook(b *testing.B)   { benchmark(b, Rook) }
func BenchmarkBishop(b *testing.B) { benchmark(b, Bishop) }

func benchmark(b *testing.B, attacks func(core.Square, Bitboard) Bitboard) {
	b.ReportAllocs()
	random := rand.New(rand.NewPCG(3, 81))
	var occupied [256]Bitboard
	for i := range occupied {
		occupied[i] = Bitboard{sparse(random), random.Uint64()}.And(Full)
	}
	sum := Bitboard{}
	for i := 0; b.Loop(); i++ {
		sum = sum.Xor(attacks(core.Square(i%81), occupied[i&255]))
	}
	sink = sum
}

var sink Bitboard

func ExampleRook() {
	// A rook on 5e with a piece on 5c.
	occupied := Bit(4*9 + 4).Or(Bit(4*9 + 2))
	fmt.Println(Rook(4*9+4, occupied).Count())
	// Output: 14
}

// sparse returns a random word with a quarter of its bits set.
func sparse(random *rand.Rand) uint64 {
	a, b := random.Uint64(), random.Uint64()
	return a & b
}
