package board64

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// slow finds attacks in another way than the tables do: it asks of every square
// whether it lies on a ray and whether all squares before it are free.
func slow(sq core.Square, occupied uint64, diagonal bool) uint64 {
	attacks := uint64(0)
	for to := range 64 {
		df, dr := to&7-int(sq)&7, to>>3-int(sq)>>3
		steps := max(df, -df, dr, -dr)
		straight := df == 0 || dr == 0
		if steps == 0 || diagonal && df*df != dr*dr || !diagonal && !straight {
			continue
		}
		free := true
		for i := 1; i < steps; i++ {
			between := int(sq) + i*df/steps + 8*(i*dr/steps)
			free = free && occupied>>between&1 == 0
		}
		if free {
			attacks |= 1 << to
		}
	}
	return attacks
}

// TestAttacks tries every set of blockers that matters, with random pieces on
// the squares that do not.
func TestAttacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for sq := range core.Square(64) {
		sets := []struct {
			name     string
			mask     uint64
			diagonal bool
			attacks  func(core.Square, uint64) uint64
		}{
			{"rook", rookMagics[sq].mask, false, Rook},
			{"bishop", bishopMagics[sq].mask, true, Bishop},
		}
		for _, s := range sets {
			for blockers := uint64(0); ; {
				occupied := blockers | random.Uint64()&^s.mask
				if got, want := s.attacks(sq, occupied), slow(sq, occupied, s.diagonal); got != want {
					t.Fatalf("%s on %d, occupied %#x: %#x, want %#x", s.name, sq, occupied, got, want)
				}
				if blockers = (blockers - s.mask) & s.mask; blockers == 0 {
					break
				}
			}
		}
	}
}

func TestQueen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 10000 {
		sq, occupied := core.Square(random.IntN(64)), sparse(random, 2)
		if got, want := Queen(sq, occupied), slow(sq, occupied, false)|slow(sq, occupied, true); got != want {
			t.Fatalf("queen on %d, occupied %#x: %#x, want %#x", sq, occupied, got, want)
		}
	}
}

func ExampleRook() {
	const a1, c1, a3 = 0, 1 << 2, 1 << 16
	for attacks := Rook(a1, c1|a3); attacks != 0; attacks &= attacks - 1 {
		fmt.Print(trailing(attacks), " ")
	}
	// Output: 1 2 8 16
}

func trailing(set uint64) int {
	n := 0
	for set>>n&1 == 0 {
		n++
	}
	return n
}

func BenchmarkRook(b *testing.B)   { benchmark(b, Rook) }
func BenchmarkBishop(b *testing.B) { benchmark(b, Bishop) }

func benchmark(b *testing.B, attacks func(core.Square, uint64) uint64) {
	random := rand.New(rand.NewPCG(5, 6))
	var occupied [1024]uint64
	for i := range occupied {
		occupied[i] = sparse(random, 2)
	}
	sum := uint64(0)
	for i := 0; b.Loop(); i++ {
		sum += attacks(core.Square(i*37&63), occupied[i&1023])
	}
	if sum == 0 {
		b.Fatal("no attacks")
	}
}
