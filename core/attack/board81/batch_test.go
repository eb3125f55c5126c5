package board81

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// tables are what a batch points to.
type tables struct {
	lines  [128]Bitboard
	rules  [core.MaxPieceTypes][128]Rule
	pieces [128]core.Capture // to choose from
	board  [128]core.Capture
	drops  [droppable]Bitboard
}

// randomSet returns about one square in 2^thin.
func randomSet(rng *rand.Rand, thin int) Bitboard {
	set := Full
	for range thin {
		set = set.And(Bitboard{rng.Uint64(), rng.Uint64()})
	}
	return set
}

func randomTables(rng *rand.Rand) *tables {
	var x tables
	for sq := range 81 {
		x.lines[sq] = randomSet(rng, 1)
		x.pieces[sq] = core.NewCapture(core.PieceType(1 + rng.IntN(core.MaxPieceTypes-1)))
		for k := range x.rules {
			r := Rule{Steps: randomSet(rng, 3), Stays: randomSet(rng, rng.IntN(2)), Promotes: randomSet(rng, rng.IntN(3))}
			r.Pointless = r.Promotes.And(randomSet(rng, 1))
			x.rules[k][sq] = r
		}
	}
	return &x
}

// fill puts pieces on the occupied squares.
func (x *tables) fill(occupied Bitboard) {
	clear(x.board[:])
	for occupied.Any() {
		sq := occupied.Pop() & 127
		x.board[sq] = x.pieces[sq]
	}
}

// point makes a batch point to the tables.
func (x *tables) point(b *Batch) {
	b.Lines, b.Rules, b.Board = &x.lines, &x.rules, &x.board
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

// subsets calls visit with every subset of a set.
func subsets(set Bitboard, visit func(Bitboard)) {
	for lo := uint64(0); ; {
		for hi := uint64(0); ; {
			visit(Bitboard{lo, hi})
			// Subtracting a set counts through its subsets (the Carry-Rippler).
			if hi = (hi - set.Hi) & set.Hi; hi == 0 {
				break
			}
		}
		if lo = (lo - set.Lo) & set.Lo; lo == 0 {
			return
		}
	}
}

// Every slider on every square with all blockers that matter to it.
func TestListOfOneSlider(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, c := randomTables(rng), newChecker(t)
	x.fill(Full)
	for sq := range core.Square(81) {
		for _, slider := range []struct {
			directions []direction
			batch      Batch
		}{
			{slanting, Batch{Bishops: Bit(sq)}},
			{straight, Batch{Rooks: Bit(sq)}},
			{forward[core.First], Batch{Lances: Bit(sq)}},
			{forward[core.Second], Batch{Lances: Bit(sq), Color: core.Second}},
		} {
			b := slider.batch
			b.Targets, b.All = Full, true
			x.point(&b)
			subsets(relevant(sq, slider.directions), func(blockers Bitboard) {
				b.Occupied = blockers.Or(Bit(sq))
				c.check(&b)
			})
		}
	}
}

var straight = slices.Concat(alongFile, alongRank)

// randomBatch returns a batch of a few random pieces.
func randomBatch(rng *rand.Rand, x *tables) Batch {
	few := func(n int) (set Bitboard) { // no pawn goes to the first square or the last
		for range rng.IntN(n + 1) {
			set = set.Or(Bit(core.Square(1 + rng.IntN(79))))
		}
		return set
	}
	dropping := rng.IntN(2) // with many pieces as well, the list would be too short
	b := Batch{
		King: few(3), Pushes: few(9), Promotes: few(2),
		Leapers: few(6 - 4*dropping), Lances: few(3 - 2*dropping), Bishops: few(2 - dropping), Rooks: few(2 - dropping),
		Targets: randomSet(rng, 1), Pinned: few(3),
		KingTemplate: core.NewMove(core.Square(rng.IntN(81)), 0, 8, 0),
		PawnTemplate: core.NewMove(0, 0, 1, 0) + core.NewMove(1, 0, 0, 0),
		Color:        core.Color(rng.IntN(2)), All: rng.IntN(2) == 0,
	}
	if b.Color == core.Second {
		b.PawnTemplate -= 2 * core.NewMove(1, 0, 0, 0)
	}
	b.Pointless = b.Promotes.And(randomSet(rng, 1))
	b.Occupied = randomSet(rng, 1+rng.IntN(3)).Or(b.Leapers).Or(b.Lances).Or(b.Bishops).Or(b.Rooks)
	x.fill(b.Occupied)
	x.point(&b)
	if dropping != 0 {
		empty := Full.AndNot(b.Occupied)
		for k := 1; k < droppable; k++ {
			x.drops[k] = empty.And(randomSet(rng, rng.IntN(2)+rng.IntN(2)*8))
		}
		b.Drops = &x.drops
	}
	return b
}

// A hundred thousand batches of random pieces, ten million with NITORYU_FULL.
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
		b := randomBatch(rng, x)
		moves += c.check(&b)
	}
	if moves < 10*count {
		t.Errorf("%d moves in all are too few to tell", moves)
	}
}

// A full set of pieces, each with as many words of targets as it can have.
func TestListOfMostWords(t *testing.T) {
	const stays, promotes, pointless = 0, 1, 2 // kinds, by the most that they may do
	both := Bit(0).Or(Bit(80))
	b := Batch{King: both, Pushes: both, Promotes: both, Pointless: both, Targets: both, All: true}
	x := new(tables)
	for i := range core.Square(38) {
		sq, kind := 2*i+1, stays
		switch {
		case i < 4:
			b.Lances, kind = b.Lances.Or(Bit(sq)), pointless
		case i < 6:
			b.Bishops, kind = b.Bishops.Or(Bit(sq)), pointless
		case i < 8:
			b.Rooks, kind = b.Rooks.Or(Bit(sq)), pointless
		case i < 16:
			b.Leapers, kind = b.Leapers.Or(Bit(sq)), promotes
		default:
			b.Leapers = b.Leapers.Or(Bit(sq))
		}
		x.board[sq] = core.NewCapture(core.PieceType(kind))
		x.rules[stays][sq] = Rule{Steps: both, Stays: both}
		x.rules[promotes][sq] = Rule{Steps: both, Stays: both, Promotes: both}
		x.rules[pointless][sq] = Rule{Steps: both, Stays: both, Promotes: both, Pointless: both}
	}
	x.point(&b)
	if n := newChecker(t).check(&b); n != 8+8*6+8*4+22*2 {
		t.Errorf("%d moves", n)
	}
}

// The kernel in Go agrees with single lookups.
func TestListInGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := randomTables(rng)
	for range 1000 {
		b := randomBatch(rng, x)
		var list core.MoveList
		list.N = b.list(&list.Moves, 0)
		want := slowly(&b)
		if !slices.Equal(list.Slice(), want) {
			t.Fatalf("%+v: moves %#x, want %#x", b, list.Slice(), want)
		}
	}
}

// slowly lists the moves of a batch as the comments of its fields define them.
func slowly(b *Batch) (moves []core.Move) {
	add := func(to Bitboard, template core.Move, tactical bool) {
		for to.Any() {
			sq := to.Pop()
			m := template | core.NewMove(0, sq, 0, b.Board[sq].PieceType())
			if m.IsCapture() && tactical {
				m |= core.FlagTactical
			}
			moves = append(moves, m)
		}
	}
	pawns := func(to Bitboard, flags core.Move, tactical bool) {
		for to.Any() {
			sq := to.Pop()
			add(Bit(sq), core.NewMove(sq+1-2*core.Square(b.Color), 0, 1, 0)|flags, tactical)
		}
	}
	add(b.King, b.KingTemplate, true)
	pawns(b.Pushes, 0, true)
	pawns(b.Promotes, promotion|core.FlagTactical, true)
	if b.All {
		pawns(b.Pointless, 0, false)
	}
	for _, group := range []struct {
		pieces     Bitboard
		directions []direction
	}{{b.Leapers, nil}, {b.Lances, forward[b.Color]}, {b.Bishops, slanting}, {b.Rooks, straight}} {
		for group.pieces.Any() {
			from := group.pieces.Pop()
			kind := b.Board[from].PieceType()
			rule, template := b.Rules[kind][from], core.NewMove(from, 0, kind, 0)
			to := rule.Steps.Or(walk(from, group.directions, b.Occupied)).And(b.Targets)
			if b.Pinned.Has(from) {
				to = to.And(b.Lines[from])
			}
			add(to.And(rule.Stays), template, true)
			add(to.And(rule.Promotes), template|promotion, true)
			if b.All {
				add(to.And(rule.Pointless), template, false)
			}
		}
	}
	if b.Drops != nil {
		for k, to := range b.Drops {
			add(to, core.NewDrop(core.PieceType(k), 0), true)
		}
	}
	return moves
}
