package board64

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/cpu"
)

// onEveryLevel runs a test with the kernels of each level that this machine has. A
// level that cannot be used fails.
func onEveryLevel(t *testing.T, test func(t *testing.T)) {
	best := cpu.This().Best
	defer func() { _ = cpu.Use(best) }()
	for l := cpu.Go; l <= best; l++ {
		t.Run(l.String(), func(t *testing.T) {
			if err := cpu.Use(l); err != nil {
				t.Fatal(err)
			}
			test(t)
		})
	}
}

// tables are what a batch points to.
type tables struct {
	leaps, lines [64]uint64
	victims      [64]core.Victim
	stems        [4]core.Move
}

func randomTables(rng *rand.Rand) *tables {
	var x tables
	for sq := range x.victims {
		x.leaps[sq], x.lines[sq] = rng.Uint64()&(0xffff<<rng.IntN(50)), rng.Uint64()
		if kind := core.Kind(rng.IntN(8)); kind != 0 {
			x.victims[sq] = core.NewVictim(kind)
		}
	}
	for i, step := range []int{9, -7, 8, -16} {
		x.stems[i] = Stem(core.Kind(1+rng.IntN(15)), step)
	}
	return &x
}

// compare checks that List appends what the Go twin does, and returns the number.
func compare(t *testing.T, b *Batch, got, want *core.MoveList) int {
	got.N, want.N = 3, 3
	b.List(got)
	want.N = b.list(&want.Moves, want.N)
	if !slices.Equal(got.Moves[3:max(3, got.N)], want.Moves[3:want.N]) {
		t.Fatalf("%+v: moves %#x, want %#x", b, got.Moves[3:max(3, got.N)], want.Moves[3:want.N])
	}
	return want.N - 3
}

// Every slider on every square with all blockers that matter to it.
func TestListOfOneSlider(t *testing.T) {
	x := randomTables(rand.New(rand.NewPCG(1, 2)))
	onEveryLevel(t, func(t *testing.T) {
		var got, want core.MoveList
		for sq := range 64 {
			for _, slider := range []struct {
				magic *magic
				set   func(*Batch, uint64)
			}{
				{&rookMagics[sq], func(b *Batch, s uint64) { b.Rooks = s }},
				{&bishopMagics[sq], func(b *Batch, s uint64) { b.Bishops = s }},
			} {
				b := Batch{Targets: ^uint64(0), Leaps: &x.leaps, Lines: &x.lines, Victims: &x.victims, Stems: &x.stems}
				slider.set(&b, 1<<sq)
				for blockers := uint64(0); ; {
					b.Occupied = blockers | 1<<sq
					if compare(t, &b, &got, &want) == 0 {
						t.Fatalf("%+v: no move", b)
					}
					if blockers = (blockers - slider.magic.mask) & slider.magic.mask; blockers == 0 {
						break
					}
				}
			}
		}
	})
}

// Ten million batches of random pieces.
func TestListOfManyPieces(t *testing.T) {
	count := 10_000_000
	if testing.Short() {
		count /= 10
	}
	onEveryLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		var got, want core.MoveList
		few := func(n int) (set uint64) {
			for range rng.IntN(n + 1) {
				set |= 1 << rng.IntN(64)
			}
			return set
		}
		x, moves := randomTables(rng), 0
		for i := range count {
			if i%1000 == 0 {
				x = randomTables(rng)
			}
			b := Batch{Leapers: few(4), Bishops: few(5), Rooks: few(5), Pinned: few(3), Targets: rng.Uint64(),
				Leaps: &x.leaps, Lines: &x.lines, Victims: &x.victims, Stems: &x.stems}
			for j := range b.Walks {
				b.Walks[j] = few(8) << 16 >> 32 << 16
			}
			b.Occupied = rng.Uint64()
			if rng.IntN(2) == 0 {
				b.Occupied &= rng.Uint64()
			}
			if rng.IntN(4) == 0 {
				b.Targets = ^b.Occupied
			}
			moves += compare(t, &b, &got, &want)
		}
		if moves < count {
			t.Errorf("%d moves in all are too few to tell", moves)
		}
	})
}

// The twin is what single lookups say.
func TestListInGo(t *testing.T) {
	x := randomTables(rand.New(rand.NewPCG(5, 6)))
	b := Batch{Leapers: 1 << 1, Bishops: 1<<2 | 1<<3, Rooks: 1 << 3, Occupied: 1<<1 | 1<<2 | 1<<3 | 1<<35, Targets: ^uint64(0xff),
		Pinned: 1 << 3, Leaps: &x.leaps, Lines: &x.lines, Victims: &x.victims, Stems: &x.stems}
	var list core.MoveList
	list.N = b.list(&list.Moves, 0)
	i := 0
	expect := func(from core.Square, to uint64) {
		for ; to != 0; to &= to - 1 {
			sq := core.Square(bits.TrailingZeros64(to))
			want := core.NewMove(from, sq, x.victims[from].Kind(), 0) | x.victims[sq].Move()
			if i >= list.N || list.Moves[i] != want {
				t.Fatalf("move %d is %#x, want %#x", i, list.Moves[i], want)
			}
			i++
		}
	}
	expect(1, x.leaps[1]&b.Targets)
	expect(2, Bishop(2, b.Occupied)&b.Targets)
	expect(3, Bishop(3, b.Occupied)&b.Targets&x.lines[3])
	expect(3, Rook(3, b.Occupied)&b.Targets&x.lines[3])
	if i != list.N {
		t.Errorf("%d moves, want %d", list.N, i)
	}
}
