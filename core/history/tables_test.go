package history_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
)

// The sizes of the two games.
var (
	chess = &core.GameInfo{Name: "chess", Squares: 64, PieceTypes: 6, PawnSets: 256}
	shogi = &core.GameInfo{Name: "shogi", Squares: 81, PieceTypes: 14, PawnSets: 2048}
)

// Earlier moves.
var (
	a, b, c = core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0), core.NewMove(57, 42, 2, 0)
	nothing = history.Earlier{history.None, history.None, history.None, history.None}
)

const deep = 20

// after returns the context of First to move after moves 1, 2, 4 and 6 plies ago.
func after(h *history.Tables, pawns uint64, moves ...core.Move) *history.Context {
	e := nothing
	for i, m := range moves {
		e[i] = h.After(core.Color(1-min(i, 1)), m)
	}
	context := h.Context(core.First, deep, pawns, core.Squares{}, e)
	return &context
}

// valueOf returns the value of one quiet move.
func valueOf(h *history.Tables, c *history.Context, m core.Move) int32 {
	var value [1]int32
	h.Quiets(c, []core.Move{m}, value[:])
	return value[0]
}

// A bonus moves a value in its direction, up to the limit.
func TestBoundsAndFixedPoint(t *testing.T) {
	m := core.NewMove(12, 28, 1, 0)
	tests := []struct {
		name  string
		bonus int32
	}{
		{"smallest bonus", 1},
		{"small bonus", 40},
		{"ordinary bonus", 1500},
		{"a bonus of the limit", history.Limit},
		{"a bonus far beyond the limit", 1 << 27},
		{"smallest malus", -1},
		{"ordinary malus", -1500},
		{"a malus of the limit", -history.Limit},
		{"a malus far beyond the limit", -1 << 27},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := history.New(chess, nil)
			sign := int32(1)
			if test.bonus < 0 {
				sign = -1
			}
			last := int32(0)
			for range 70000 {
				h.UpdateCapture(core.First, m, test.bonus)
				value := h.Capture(core.First, m)
				if value*sign < last*sign {
					t.Fatalf("went back from %d to %d", last, value)
				}
				if value*sign > history.Limit {
					t.Fatalf("left the bounds: %d", value)
				}
				if value == last {
					break // the fixed point
				}
				last = value
			}
			// The pull towards zero equals the bonus only at the limit, since it is
			// rounded down.
			if want := sign * history.Limit; last != want {
				t.Errorf("stops at %d, want %d", last, want)
			}
			// The opposite bonus moves it back at once.
			h.UpdateCapture(core.First, m, -test.bonus)
			if value := h.Capture(core.First, m); value*sign >= last*sign {
				t.Errorf("stuck at %d", value)
			}
		})
	}
}

func TestRandomBonusesStayInBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	h := history.New(shogi, nil)
	m := core.NewDrop(7, 40)
	context := after(h, 5, a, b, c, a)
	lowest, highest := int32(0), int32(0)
	for range 100000 {
		bonus := r.Int32N(8*history.Limit) - 4*history.Limit
		if r.IntN(2) == 0 {
			bonus = r.Int32N(4001) - 2000
		}
		h.UpdateQuiet(context, m, bonus)
		value := valueOf(h, context, m)
		lowest, highest = min(lowest, value), max(highest, value)
		if recent := h.StatScore(context, m); recent < -4*history.Limit || recent > 4*history.Limit {
			t.Fatalf("recent value %d", recent)
		}
	}
	if lowest < -8*history.Limit || highest > 8*history.Limit {
		t.Errorf("values from %d to %d, want at most %d", lowest, highest, 8*history.Limit)
	}
	if lowest > -6*history.Limit || highest < 6*history.Limit {
		t.Errorf("values from %d to %d: not much of a test", lowest, highest)
	}
}

// What a first bonus of 800 is worth to moves that share something with the one it was
// for.
func TestWhatIsShared(t *testing.T) {
	learnt, other := core.NewMove(6, 21, 2, 0), core.NewMove(7, 22, 3, 0)
	d, strange := core.NewMove(50, 34, 1, 0), core.NewMove(2, 3, 5, 0)
	sameTarget, samePath := core.NewMove(4, 21, 2, 0), core.NewMove(6, 21, 4, 0)
	const pawns, otherPawns = 77, 78
	tests := []struct {
		name          string
		m             core.Move
		pawns         uint64
		before        [4]core.Move
		quiet, recent int32
	}{
		{"everything", learnt, pawns, [4]core.Move{a, b, c, d}, 2*800 + 2*800 + 800 + 700 + 600 + 500, 2*800 + 800 + 700},
		{"not the pawns", learnt, otherPawns, [4]core.Move{a, b, c, d}, 2*800 + 800 + 700 + 600 + 500, 2*800 + 800 + 700},
		{"the last move", learnt, otherPawns, [4]core.Move{a, strange, strange, strange}, 2*800 + 800, 2*800 + 800},
		{"the move before", learnt, otherPawns, [4]core.Move{strange, b, strange, strange}, 2*800 + 700, 2*800 + 700},
		{"the fourth move", learnt, otherPawns, [4]core.Move{strange, strange, c, strange}, 2*800 + 600, 2 * 800},
		{"the sixth move", learnt, otherPawns, [4]core.Move{strange, strange, strange, d}, 2*800 + 500, 2 * 800},
		{"from and to only", samePath, pawns, [4]core.Move{a, b, c, d}, 2 * 800, 2 * 800},
		{"piece and target only", sameTarget, pawns, [4]core.Move{a, b, c, d}, 2*800 + 800 + 700 + 600 + 500, 800 + 700},
		{"nothing", other, pawns, [4]core.Move{a, b, c, d}, 0, 0},
		{"no earlier moves", learnt, otherPawns, [4]core.Move{}, 2 * 800, 2 * 800},
		{"null moves", learnt, otherPawns, [4]core.Move{core.NullMove, core.NullMove, core.NullMove, core.NullMove}, 2 * 800, 2 * 800},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := history.New(chess, nil)
			h.UpdateQuiet(after(h, pawns, a, b, c, d), learnt, 800)
			context := after(h, test.pawns, test.before[:]...)
			if value := valueOf(h, context, test.m); value != test.quiet {
				t.Errorf("worth %d, want %d", value, test.quiet)
			}
			if value := h.StatScore(context, test.m); value != test.recent {
				t.Errorf("worth %d lately, want %d", value, test.recent)
			}
		})
	}
}

// Near the root, each ply has a history of its own for one search.
func TestLowPlies(t *testing.T) {
	h := history.New(chess, nil)
	m := core.NewMove(6, 21, 2, 0)
	at := func(ply int) *history.Context {
		c := h.Context(core.First, ply, 0, core.Squares{}, nothing)
		return &c
	}
	h.UpdateQuiet(at(1), m, 800)
	everywhere := valueOf(h, at(deep), m)
	if near := valueOf(h, at(1), m); near != everywhere+8*800/2 {
		t.Errorf("worth %d at the ply it was learnt, %d elsewhere", near, everywhere)
	}
	if other := valueOf(h, at(2), m); other != everywhere {
		t.Errorf("worth %d at another ply, want %d", other, everywhere)
	}
	h.NextSearch()
	if near := valueOf(h, at(1), m); near != everywhere {
		t.Errorf("worth %d in the next search, want %d", near, everywhere)
	}
}

// The butterfly history depends on whether a move leaves an attacked square, and whether
// it goes to one, if that is used. A drop leaves none.
func TestAttackedSquares(t *testing.T) {
	from, to := core.Squares{1 << 6}, core.Squares{1 << 21}
	both, elsewhere := core.Squares{1<<6 | 1<<21}, core.Squares{1 << 40, 1<<16 - 1}
	board, drop := core.NewMove(6, 21, 2, 0), core.NewDrop(7, 21)
	tests := []struct {
		name           string
		m              core.Move
		learnt, asked  core.Squares
		unused, shared bool
	}{
		{"nothing attacked", board, core.Squares{}, core.Squares{}, false, true},
		{"other squares attacked", board, core.Squares{}, elsewhere, false, true},
		{"from", board, from, from, false, true},
		{"from, then nothing", board, from, core.Squares{}, false, false},
		{"to, then nothing", board, to, core.Squares{}, false, false},
		{"from, then to", board, from, to, false, false},
		{"from, then both", board, from, both, false, false},
		{"both", board, both, both, false, true},
		{"both, then nothing, not used", board, both, core.Squares{}, true, true},
		{"drop to an attacked square", drop, to, to, false, true},
		{"drop, then attacked", drop, core.Squares{}, to, false, false},
		{"drop, others attacked", drop, core.Squares{}, core.Squares{^uint64(1 << 21), 1<<17 - 1}, false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := history.New(shogi, nil)
			h.SetUse(history.Use{Attacked: !test.unused})
			learnt := h.Context(core.First, deep, 0, test.learnt, nothing)
			h.UpdateQuiet(&learnt, test.m, 800)
			asked, want := h.Context(core.First, deep, 0, test.asked, nothing), int32(0)
			if test.shared {
				want = 2 * 800
			}
			if quiet, recent := valueOf(h, &asked, test.m), h.StatScore(&asked, test.m); quiet != want || recent != want {
				t.Errorf("worth %d and %d lately, want %d", quiet, recent, want)
			}
		})
	}
}

// A history that is not used is neither written nor read.
func TestUse(t *testing.T) {
	m, capture := core.NewMove(6, 21, 2, 0), core.NewMove(6, 21, 2, 1)
	all := history.Use{Continuation: true, Far: true, Pawns: true, Low: true, Capture: true}
	value := func(written, read history.Use) (ofQuiet, ofCapture int32) {
		h := history.New(chess, nil)
		e := history.Earlier{h.After(core.Second, a), h.After(core.First, b), h.After(core.First, c), h.After(core.First, a)}
		h.SetUse(written)
		context := h.Context(core.First, 1, 7, core.Squares{}, e)
		h.UpdateQuiet(&context, m, 800)
		h.UpdateCapture(core.First, capture, 800)
		h.SetUse(read)
		context = h.Context(core.First, 1, 7, core.Squares{}, e)
		return valueOf(h, &context, m), h.Capture(core.First, capture)
	}
	full, captures := value(all, all)
	tests := []struct {
		name        string
		use         history.Use
		less, lessC int32
	}{
		{"continuation", history.Use{Far: true, Pawns: true, Low: true, Capture: true}, 800 + 700, 0},
		{"far continuation", history.Use{Continuation: true, Pawns: true, Low: true, Capture: true}, 600 + 500, 0},
		{"pawns", history.Use{Continuation: true, Far: true, Low: true, Capture: true}, 2 * 800, 0},
		{"low plies", history.Use{Continuation: true, Far: true, Pawns: true, Capture: true}, 8 * 800 / 2, 0},
		{"captures", history.Use{Continuation: true, Far: true, Pawns: true, Low: true}, 0, 800},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if quiet, tactical := value(test.use, all); quiet != full-test.less || tactical != captures-test.lessC {
				t.Errorf("written without it: %d and %d, want %d and %d", quiet, tactical, full-test.less, captures-test.lessC)
			}
			if test.name == "low plies" {
				return // what is not written is zero
			}
			if quiet, tactical := value(all, test.use); quiet != full-test.less || tactical != captures-test.lessC {
				t.Errorf("read without it: %d and %d, want %d and %d", quiet, tactical, full-test.less, captures-test.lessC)
			}
		})
	}
}

// allMoves returns one board move for each kind and target.
func allMoves(g *core.GameInfo) []core.Move {
	var moves []core.Move
	for kind := core.PieceType(1); int(kind) <= g.PieceTypes; kind++ {
		for to := range core.Square(g.Squares) {
			from := (to + 1) % core.Square(g.Squares)
			moves = append(moves, core.NewMove(from, to, kind, 0))
		}
	}
	return moves
}

// Each [side, piece, to] has a row of its own, up to the last square of the
// largest kind, and the rows are apart.
func TestRowsAreDistinct(t *testing.T) {
	for _, g := range []*core.GameInfo{chess, shogi} {
		t.Run(g.Name, func(t *testing.T) {
			h := history.New(g, nil)
			length := 2 * (g.PieceTypes + 1) * g.Squares
			seen := map[history.Row]bool{}
			for _, side := range []core.Color{core.First, core.Second} {
				for _, m := range allMoves(g) {
					row := h.After(side, m)
					if seen[row] || int(row)%length != 0 || int(row) < 0 || int(row)/length >= length {
						t.Fatalf("side %d %#x: row %d", side, m, row)
					}
					seen[row] = true
				}
			}
			for _, m := range []core.Move{core.NoMove, core.NullMove} {
				if h.After(core.First, m) != history.None {
					t.Errorf("a row after %#x", m)
				}
			}
		})
	}
}

// A bonus for a move does not change moves that have nothing in common with it.
func TestMovesAreDistinct(t *testing.T) {
	for _, g := range []*core.GameInfo{chess, shogi} {
		t.Run(g.Name, func(t *testing.T) {
			moves := allMoves(g)
			if g == shogi {
				for kind := core.PieceType(1); kind <= 7; kind++ {
					for to := range core.Square(g.Squares) {
						moves = append(moves, core.NewDrop(kind, to))
					}
				}
			}
			last := core.NewMove(core.Square(g.Squares-2), core.Square(g.Squares-1), core.PieceType(g.PieceTypes), 0)
			for _, probe := range []core.Move{moves[0], moves[len(moves)/2], last} {
				for _, side := range []core.Color{core.First, core.Second} {
					h := history.New(g, nil)
					h.SetUse(history.Use{Continuation: true, Capture: true})
					before := history.Earlier{h.After(core.Second, a), history.None, history.None, history.None}
					context := h.Context(side, deep, 0, core.Squares{}, before)
					h.UpdateQuiet(&context, probe, 1000)
					h.UpdateCapture(side, probe, 1000)
					for _, other := range []core.Color{core.First, core.Second} {
						context := h.Context(other, deep, 0, core.Squares{}, before)
						for _, m := range moves {
							// By design, the butterfly history does not ask which piece
							// moves, nor the others where it comes from.
							quiet, tactical := int32(0), int32(0)
							if other == side && m.FromTo() == probe.FromTo() {
								quiet += 2 * 1000
							}
							if other == side && m.PieceType() == probe.PieceType() && m.To() == probe.To() {
								quiet += 1000
								tactical += 1000
							}
							if value := valueOf(h, &context, m); value != quiet {
								t.Fatalf("bonus for side %d %#x: side %d %#x is worth %d, want %d", side, probe, other, m, value, quiet)
							}
							if value := h.Capture(other, m); value != tactical {
								t.Fatalf("bonus for side %d %#x: side %d %#x captures for %d, want %d", side, probe, other, m, value, tactical)
							}
						}
					}
				}
			}
		})
	}
}

// Captures of different kinds have values of their own.
func TestCapturedKindsAreDistinct(t *testing.T) {
	h := history.New(chess, nil)
	for kind := core.PieceType(0); int(kind) <= chess.PieceTypes; kind++ {
		h.UpdateCapture(core.First, core.NewMove(6, 21, 2, kind), 100+10*int32(kind))
	}
	for kind := core.PieceType(0); int(kind) <= chess.PieceTypes; kind++ {
		if value := h.Capture(core.First, core.NewMove(3, 21, 2, kind)); value != 100+10*int32(kind) {
			t.Errorf("captured kind %d: %d", kind, value)
		}
	}
}

func TestClear(t *testing.T) {
	h := history.New(shogi, nil)
	moves := []core.Move{
		core.NewMove(0, 1, 1, 0), core.NewMove(79, 80, 14, 0), core.NewDrop(1, 80), core.NewDrop(7, 0),
	}
	weights := [history.Sources]int32{16384, 16384, 16384, 16384, 16384, 16384}
	place := history.Locate(core.Second, &core.PartKeys{1, 2, 3, 4, 5}, 6, 7, 8)
	context := h.Context(core.Second, 1, 3, core.Squares{}, history.Earlier{h.After(core.First, a), h.After(core.Second, b), 0, 0})
	for _, m := range moves {
		h.UpdateQuiet(&context, m, 500)
		h.UpdateCapture(core.Second, m, 500)
	}
	h.UpdateCorrection(&place, 100)
	for _, m := range moves {
		if valueOf(h, &context, m) == 0 || h.Capture(core.Second, m) == 0 {
			t.Errorf("%#x: nothing learnt", m)
		}
	}
	if h.Correction(&place, &weights) != 600 {
		t.Errorf("correction %d, want 600", h.Correction(&place, &weights))
	}
	h.Clear()
	for _, m := range moves {
		if valueOf(h, &context, m) != 0 || h.Capture(core.Second, m) != 0 {
			t.Errorf("%#x: %d and %d are left", m, valueOf(h, &context, m), h.Capture(core.Second, m))
		}
	}
	if h.Correction(&place, &weights) != 0 {
		t.Errorf("a correction of %d is left", h.Correction(&place, &weights))
	}
}

// An error in one position corrects positions that share a part with it, for the same
// side to move.
func TestCorrections(t *testing.T) {
	parts := core.PartKeys{11, 22, 33, 44, 55}
	tests := []struct {
		name                 string
		side                 core.Color
		parts                core.PartKeys
		last, before, fourth history.Row
		want                 core.Score
	}{
		{"the same position", core.First, parts, 1, 2, 3, 70},
		{"the other side", core.Second, parts, 1, 2, 3, 0},
		{"the same pawns", core.First, core.PartKeys{11, 1, 1, 1, 1}, 3, 4, 5, 10},
		{"the same hands", core.First, core.PartKeys{1, 1, 1, 1, 55}, 3, 4, 5, 10},
		{"the same last two moves", core.First, core.PartKeys{1, 1, 1, 1, 1}, 1, 2, 5, 10},
		{"the same moves one and four plies before", core.First, core.PartKeys{1, 1, 1, 1, 1}, 1, 4, 3, 10},
		{"one of the moves", core.First, core.PartKeys{1, 1, 1, 1, 1}, 1, 4, 5, 0},
	}
	weights := [history.Sources]int32{16384, 16384, 16384, 16384, 16384, 16384, 16384}
	h := history.New(chess, nil)
	place := history.Locate(core.First, &parts, 1, 2, 3)
	h.UpdateCorrection(&place, 10)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			at := history.Locate(test.side, &test.parts, test.last, test.before, test.fourth)
			if value := h.Correction(&at, &weights); value != test.want {
				t.Errorf("%d, want %d", value, test.want)
			}
		})
	}
	one := [history.Sources]int32{core.PawnKey: 16384}
	for range 10000 {
		h.UpdateCorrection(&place, 1<<20)
	}
	if value := h.Correction(&place, &one); value != history.CorrectionLimit {
		t.Errorf("many bonuses end at %d, want %d", value, history.CorrectionLimit)
	}
	for range 10000 {
		h.UpdateCorrection(&place, -1<<20)
	}
	if value := h.Correction(&place, &one); value != -history.CorrectionLimit {
		t.Errorf("many maluses end at %d, want %d", value, -history.CorrectionLimit)
	}
}

func TestKillers(t *testing.T) {
	a, b, c := core.NewMove(1, 2, 1, 0), core.NewMove(3, 4, 1, 0), core.NewMove(5, 6, 1, 0)
	tests := []struct {
		name string
		add  []core.Move
		want history.Killers
	}{
		{"none", nil, history.Killers{}},
		{"one", []core.Move{a}, history.Killers{a.ID()}},
		{"the same twice", []core.Move{a, a}, history.Killers{a.ID()}},
		{"two", []core.Move{a, b}, history.Killers{b.ID(), a.ID()}},
		{"the older again", []core.Move{a, b, a}, history.Killers{a.ID(), b.ID()}},
		{"the newer again", []core.Move{a, b, b}, history.Killers{b.ID(), a.ID()}},
		{"three", []core.Move{a, b, c}, history.Killers{c.ID(), b.ID()}},
		{"the same move of another piece", []core.Move{a, core.NewMove(1, 2, 5, 0)}, history.Killers{a.ID()}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var k history.Killers
			for _, m := range test.add {
				k.Add(m)
			}
			if k != test.want {
				t.Errorf("killers %v, want %v", k, test.want)
			}
		})
	}
}

func TestNoAllocation(t *testing.T) {
	h := history.New(chess, nil)
	m := core.NewMove(6, 21, 2, 0)
	if n := testing.AllocsPerRun(100, func() {
		c := h.Context(core.First, 3, 9, core.Squares{}, history.Earlier{h.After(core.Second, a), history.None, 0, 0})
		h.UpdateQuiet(&c, m, 100)
		valueOf(h, &c, m)
		p := history.Locate(core.First, &core.PartKeys{}, 0, 0, 0)
		h.UpdateCorrection(&p, 3)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkQuiets(bench *testing.B) {
	h := history.New(shogi, nil)
	context := h.Context(core.First, deep, 9, core.Squares{}, history.Earlier{h.After(core.Second, a), h.After(core.First, b), h.After(core.First, c), h.After(core.First, a)})
	moves := allMoves(shogi)[:80]
	values := make([]int32, len(moves))
	bench.ReportAllocs()
	for bench.Loop() {
		h.Quiets(&context, moves, values)
	}
	if values[0] != 0 {
		bench.Fatal("new tables know something")
	}
}

func Example() {
	h := history.New(&core.GameInfo{Squares: 64, PieceTypes: 6, PawnSets: 256}, nil)
	const pawn, knight core.PieceType = 1, 2
	reply, move := core.NewMove(52, 36, pawn, 0), core.NewMove(12, 28, pawn, 0)
	context := h.Context(core.First, 2, 0, core.Squares{}, history.Earlier{
		h.After(core.Second, reply), h.After(core.First, move), history.None, history.None,
	})

	good, bad := core.NewMove(6, 21, knight, 0), core.NewMove(1, 16, knight, 0)
	h.UpdateQuiet(&context, good, 800)
	h.UpdateQuiet(&context, bad, -800)
	fmt.Println(h.StatScore(&context, good), h.StatScore(&context, bad))
	// Output: 3100 -3100
}

// What threads share is known to all of them, the rest is not.
func TestShared(t *testing.T) {
	shared := history.NewShared(chess)
	one, other := history.New(chess, shared), history.New(chess, shared)
	m, from := core.NewMove(6, 21, 2, 0), core.NewMove(6, 21, 4, 0)
	context := after(one, 77, a, b)
	one.UpdateQuiet(context, m, 800)
	one.UpdateCapture(core.First, m, 800)
	place := history.Locate(core.First, &core.PartKeys{1, 2, 3, 4, 5}, history.None, history.None, history.None)
	one.UpdateCorrection(&place, 100)
	weights := [history.Sources]int32{16384}
	if got, want := valueOf(other, context, m), int32(2*800+800+700); got != want {
		t.Errorf("the move is worth %d to the other thread, want %d", got, want)
	}
	if got := valueOf(other, context, from); got != 0 {
		t.Errorf("from and to are worth %d to the other thread", got)
	}
	if got := other.Capture(core.First, m); got != 0 {
		t.Errorf("the capture is worth %d to the other thread", got)
	}
	if got := other.Correction(&place, &weights); got != 100 {
		t.Errorf("the correction is %d for the other thread, want 100", got)
	}
	other.Clear()
	if got := valueOf(other, context, m); got == 0 {
		t.Error("a thread cleared what is shared")
	}
	shared.Clear()
	if got := valueOf(other, context, m) + int32(other.Correction(&place, &weights)); got != 0 {
		t.Errorf("cleared, and worth %d", got)
	}
}

// Threads that update the same entries at once leave values within bounds.
func TestSharedAtOnce(t *testing.T) {
	shared := history.NewShared(chess)
	m := core.NewMove(6, 21, 2, 0)
	place := history.Locate(core.First, &core.PartKeys{}, history.None, history.None, history.None)
	weights := [history.Sources]int32{16384}
	var threads sync.WaitGroup
	for i := range 4 {
		h := history.New(chess, shared)
		context := after(h, 77, a, b, c, a)
		r := rand.New(rand.NewPCG(1, uint64(i)))
		threads.Go(func() {
			for range 50000 {
				h.UpdateQuiet(context, m, r.Int32N(8*history.Limit)-4*history.Limit)
				h.UpdateCorrection(&place, r.Int32N(2000)-1000)
				if v := valueOf(h, context, m); v < -8*history.Limit || v > 8*history.Limit {
					t.Errorf("value %d", v)
				}
				if v := h.StatScore(context, m); v < -4*history.Limit || v > 4*history.Limit {
					t.Errorf("value %d in reductions", v)
				}
				if c := h.Correction(&place, &weights); c < -history.CorrectionLimit || c > history.CorrectionLimit {
					t.Errorf("correction %d", c)
				}
			}
		})
	}
	threads.Wait()
}
