package board64

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// tables are what a batch points to.
type tables struct {
	leaps, lines [64]uint64
	board        [64]core.Capture
	templates    [4]core.Move
}

// sparse returns a set with one square in 2^thin.
func sparse(rng *rand.Rand, thin int) uint64 {
	set := ^uint64(0)
	for range thin {
		set &= rng.Uint64()
	}
	return set
}

// point makes a batch point to the tables.
func (x *tables) point(b *Batch) {
	b.LeaperAttacks, b.Lines, b.Board, b.PawnTemplates = &x.leaps, &x.lines, &x.board, &x.templates
}

func randomTables(rng *rand.Rand) *tables {
	var x tables
	for sq := range x.board {
		x.leaps[sq], x.lines[sq] = rng.Uint64()&(0xffff<<rng.IntN(50)), rng.Uint64()
		if kind := core.PieceType(rng.IntN(8)); kind != 0 {
			x.board[sq] = core.NewCapture(kind)
		}
	}
	for i, step := range []int{9, -7, 8, -16} {
		x.templates[i] = Template(core.PieceType(1+rng.IntN(15)), step)
	}
	return &x
}

// checker compares the kernels of all levels that this machine has with that in Go.
type checker struct {
	*testing.T
	got, want core.MoveList
}

func newChecker(t *testing.T) *checker {
	t.Cleanup(func() { _ = cpu.Use(cpu.This().Best) })
	return &checker{T: t}
}

// check checks that List appends the moves of the kernel in Go on every level, and
// returns their number. It fails if a level cannot be used, and skips levels that use
// the kernel of the level before.
func (c *checker) check(b *Batch) int {
	c.Helper()
	c.want.N = b.list(&c.want.Moves, 3)
	want := c.want.Moves[3:c.want.N]
	kernel := inGo
	for _, l := range cpu.Levels() {
		must.OK(c, cpu.Use(l))
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

// A hundred thousand batches of random pieces among random others, ten million with NITORYU_FULL.
func TestListOfManyPieces(t *testing.T) {
	count := 100_000
	switch {
	case Kernel() == inGo:
		count /= 10 // there is no other kernel
	case must.Full():
		count *= 100
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
		for j := range b.PawnTargets {
			// Away from the edge, which no step leaves; 8 at most, as pawns are.
			b.PawnTargets[j] = pawns >> (8 * j) & 0xff << (16 + 8*(i&3))
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

// The kernel in Go agrees with single lookups.
func TestListInGo(t *testing.T) {
	x := randomTables(rand.New(rand.NewPCG(5, 6)))
	b := Batch{Leapers: 1 << 1, Bishops: 1<<2 | 1<<3, Rooks: 1 << 3, Occupied: 1<<1 | 1<<2 | 1<<3 | 1<<35, Targets: ^uint64(0xff),
		Pinned: 1 << 3, LeaperAttacks: &x.leaps, Lines: &x.lines, Board: &x.board, PawnTemplates: &x.templates}
	var list core.MoveList
	list.N = b.list(&list.Moves, 0)
	i := 0
	expect := func(from core.Square, to uint64) {
		for ; to != 0; to &= to - 1 {
			sq := core.Square(bits.TrailingZeros64(to))
			want := core.NewMove(from, sq, x.board[from].PieceType(), 0) | x.board[sq].Move()
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

func BenchmarkList(b *testing.B) {
	var x tables
	for sq := range core.Square(64) {
		x.lines[sq] = 0
		for _, d := range []int{-17, -15, -10, -6, 6, 10, 15, 17} {
			to := int(sq) + d
			if to >= 0 && to < 64 && max(to&7-int(sq)&7, int(sq)&7-to&7) <= 2 {
				x.leaps[sq] |= 1 << to
			}
		}
	}
	for _, c := range []struct {
		name  string
		batch Batch
	}{
		{"initial", Batch{Leapers: 0x42, Bishops: 0x2c, Rooks: 0x89, Occupied: 0xffff00000000ffff, Targets: ^uint64(0xffff), PawnTargets: [4]uint64{0, 0, 0xff0000, 0xff000000}}},
		{"kiwipete", Batch{Leapers: 1<<18 | 1<<36, Bishops: 1<<11 | 1<<12 | 1<<21, Rooks: 1<<0 | 1<<7 | 1<<21,
			Occupied: 0x917d731812a4ff91, Targets: ^uint64(0x181024ff91), PawnTargets: [4]uint64{1 << 44, 1 << 44, 0x20000030000, 0x40400000}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.batch.LeaperAttacks, c.batch.Lines, c.batch.Board, c.batch.PawnTemplates = &x.leaps, &x.lines, &x.board, &x.templates
			var list core.MoveList
			for b.Loop() {
				list.N = 0
				c.batch.List(&list)
			}
			b.ReportMetric(float64(list.N), "moves")
		})
	}
}
