package board64

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
)

// tables are what a batch points to.
type tables struct {
	leaps, lines [64]uint64
	victims      [64]core.Victim
	stems        [4]core.Move
}

// sparse returns a set with one square in 2^thin.
func sparse(rng *rand.Rand, thin int) uint64 {
	set := ^uint64(0)
	for range thin {
		set &= rng.Uint64()
	}
	return set
}

// point lets a batch point to the tables.
func (x *tables) point(b *Batch) {
	b.Leaps, b.Lines, b.Victims, b.Stems = &x.leaps, &x.lines, &x.victims, &x.stems
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

// checker compares the kernels of all levels that this machine has with the Go twin.
type checker struct {
	*testing.T
	got, want core.MoveList
}

func newChecker(t *testing.T) *checker {
	t.Cleanup(func() { _ = cpu.Use(cpu.This().Best) })
	return &checker{T: t}
}

// check checks that List appends on every level what the twin does, and returns the
// number of moves. A level that cannot be used fails; one with the kernel of the level
// before is not asked again.
func (c *checker) check(b *Batch) int {
	c.Helper()
	c.want.N = b.list(&c.want.Moves, 3)
	want := c.want.Moves[3:c.want.N]
	kernel := inGo
	for _, l := range cpu.Levels() {
		if err := cpu.Use(l); err != nil {
			c.Fatal(err)
		}
		if kernel == Kernel() {
			continue
		}
		kernel = Kernel()
		clear(c.got.Moves[:c.want.N]) // of what the level before wrote
		c.got.N = 3
		b.List(&c.got)
		if got := c.got.Moves[3:max(3, c.got.N)]; !slices.Equal(got, want) {
			c.Fatalf("%s, %+v: moves %#x, want %#x", l, b, got, want)
		}
	}
	return len(want)
}

// Every slider on every square with all blockers that matter to it.
func TestListOfOneSlider(t *testing.T) {
	x, c := randomTables(rand.New(rand.NewPCG(1, 2))), newChecker(t)
	for sq := range 64 {
		for _, slider := range []struct {
			magic *magic
			batch Batch
		}{
			{&rookMagics[sq], Batch{Rooks: 1 << sq}},
			{&bishopMagics[sq], Batch{Bishops: 1 << sq}},
		} {
			b := slider.batch
			b.Targets = ^uint64(0)
			x.point(&b)
			for blockers := uint64(0); ; {
				b.Occupied = blockers | 1<<sq
				if c.check(&b) == 0 {
					t.Fatalf("%+v: no move", b)
				}
				if blockers = (blockers - slider.magic.mask) & slider.magic.mask; blockers == 0 {
					break
				}
			}
		}
	}
}

// Ten million batches of random pieces among random others.
func TestListOfManyPieces(t *testing.T) {
	count := 10_000_000
	switch {
	case Kernel() == inGo:
		count /= 1000 // there is nothing but the twin
	case testing.Short():
		count /= 10
	}
	rng, c := rand.New(rand.NewPCG(3, 4)), newChecker(t)
	x, moves := randomTables(rng), 0
	for i := range count {
		if i%1000 == 0 {
			x = randomTables(rng)
		}
		sliders, pawns := sparse(rng, 3), sparse(rng, 3)
		b := Batch{
			Leapers: sparse(rng, 5),
			Bishops: sliders & rng.Uint64(), Rooks: sliders & rng.Uint64(),
			Occupied: rng.Uint64(), Targets: rng.Uint64(), Pinned: sparse(rng, 2),
		}
		x.point(&b)
		for j := range b.Walks {
			// Away from the edge, which no step leaves; 8 at most, as pawns are.
			b.Walks[j] = pawns >> (8 * j) & 0xff << (16 + 8*(i&3))
		}
		switch i % 4 {
		case 0:
			b.Occupied &= rng.Uint64()
		case 1:
			b.Targets = ^b.Occupied
		}
		moves += c.check(&b)
	}
	if moves < 10*count {
		t.Errorf("%d moves in all are too few to tell", moves)
	}
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
