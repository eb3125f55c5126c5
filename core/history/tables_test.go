package history_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
)

// The sizes of the two games; the rules themselves are of no interest here.
var (
	chess = &core.Traits{Name: "chess", Squares: 64, Kinds: 6}
	shogi = &core.Traits{Name: "shogi", Squares: 81, Kinds: 14}
)

// A bonus moves a value towards the bonus's sign, never beyond the limit, and
// stops moving it there.
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
		{"a bonus far beyond the limit", 1 << 30},
		{"smallest malus", -1},
		{"ordinary malus", -1500},
		{"a malus of the limit", -history.Limit},
		{"a malus far beyond the limit", -1 << 30},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := history.New(chess)
			previous := rows(h, core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0))
			sign := int32(1)
			if test.bonus < 0 {
				sign = -1
			}
			last := int32(0)
			for range 70000 {
				h.Update(core.First, m, &previous, test.bonus)
				value := h.Quiet(core.First, m, &previous)
				if value*sign < last*sign {
					t.Fatalf("went back from %d to %d", last, value)
				}
				if value*sign > 3*history.Limit {
					t.Fatalf("left the bounds: %d", value)
				}
				if value == last {
					break // the fixed point
				}
				last = value
			}
			// The pull towards zero equals the bonus at the limit and, since it
			// is rounded down, nowhere before.
			if want := 3 * sign * history.Limit; last != want {
				t.Errorf("stops at %d, want %d", last, want)
			}
			// The other way round it comes back at once.
			h.Update(core.First, m, &previous, -test.bonus)
			if value := h.Quiet(core.First, m, &previous); value*sign >= last*sign {
				t.Errorf("stuck at %d", value)
			}
		})
	}
}

func TestRandomBonusesStayInBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	h := history.New(shogi)
	m := core.NewDrop(7, 40)
	// Two different rows and twice the same one, which is then updated twice.
	for _, previous := range [][2]history.Row{
		rows(h, core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0)),
		rows(h, core.NoMove, core.NoMove),
	} {
		lowest, highest := int32(0), int32(0)
		for range 100000 {
			bonus := r.Int32N(8*history.Limit) - 4*history.Limit
			if r.IntN(2) == 0 {
				bonus = r.Int32N(4001) - 2000
			}
			h.Update(core.Second, m, &previous, bonus)
			value := h.Quiet(core.Second, m, &previous)
			lowest, highest = min(lowest, value), max(highest, value)
		}
		if lowest < -3*history.Limit || highest > 3*history.Limit {
			t.Errorf("values from %d to %d, want at most %d", lowest, highest, 3*history.Limit)
		}
		if lowest > -2*history.Limit || highest < 2*history.Limit {
			t.Errorf("values from %d to %d: not much of a test", lowest, highest)
		}
	}
}

// A bonus of zero changes nothing, a small one counts in full while the value
// is small.
func TestSmallBonus(t *testing.T) {
	h := history.New(chess)
	previous := rows(h, core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0))
	m := core.NewMove(6, 21, 2, 0)
	h.Update(core.First, m, &previous, 0)
	if value := h.Quiet(core.First, m, &previous); value != 0 {
		t.Errorf("a bonus of 0 made %d", value)
	}
	h.Update(core.First, m, &previous, 100)
	if value := h.Quiet(core.First, m, &previous); value != 300 {
		t.Errorf("a first bonus of 100 made %d, want 100 in each of three tables", value)
	}
}

// allMoves returns one board move for each kind and target.
func allMoves(g *core.Traits) []core.Move {
	var moves []core.Move
	for kind := core.Kind(1); int(kind) <= g.Kinds; kind++ {
		for to := range core.Square(g.Squares) {
			from := (to + 1) % core.Square(g.Squares)
			moves = append(moves, core.NewMove(from, to, kind, 0))
		}
	}
	return moves
}

// Each [side, piece, to] has a row of its own and a place of its own in each
// row, up to the last square of the largest kind.
func TestRowsAreDistinct(t *testing.T) {
	for _, g := range []*core.Traits{chess, shogi} {
		t.Run(g.Name, func(t *testing.T) {
			h := history.New(g)
			places := make(map[*int16]string)
			add := func(name string, row history.Row) {
				if len(row) == 0 {
					t.Fatalf("%s: empty row", name)
				}
				// The ends tell rows apart, even if they overlap in part.
				for _, end := range []*int16{&row[0], &row[len(row)-1]} {
					if other, ok := places[end]; ok {
						t.Fatalf("%s and %s share memory", name, other)
					}
					places[end] = name
				}
				if cap(row) != len(row) {
					t.Fatalf("%s reaches into its neighbour", name)
				}
			}
			for _, side := range []core.Color{core.First, core.Second} {
				for _, m := range allMoves(g) {
					add(fmt.Sprintf("side %d kind %d to %d", side, m.Kind(), m.To()), h.After(side, m))
				}
			}
			add("no move", h.After(core.First, core.NoMove))
			for _, m := range []core.Move{core.NoMove, core.NullMove} {
				for _, side := range []core.Color{core.First, core.Second} {
					if &h.After(side, m)[0] != &h.After(core.First, core.NoMove)[0] {
						t.Errorf("side %d has another row after %#x", side, m)
					}
				}
			}
		})
	}
}

// What is learnt about a move must not show in moves that have nothing in common
// with it.
func TestMovesAreDistinct(t *testing.T) {
	for _, g := range []*core.Traits{chess, shogi} {
		t.Run(g.Name, func(t *testing.T) {
			h := history.New(g)
			previous := rows(h, core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0))
			moves := allMoves(g)
			if g == shogi {
				for kind := core.Kind(1); kind <= 7; kind++ {
					for to := range core.Square(g.Squares) {
						moves = append(moves, core.NewDrop(kind, to))
					}
				}
			}
			last := core.NewMove(core.Square(g.Squares-2), core.Square(g.Squares-1), core.Kind(g.Kinds), 0)
			for _, probe := range []core.Move{moves[0], moves[len(moves)/2], last} {
				for _, side := range []core.Color{core.First, core.Second} {
					h.Clear()
					h.Update(side, probe, &previous, 1000)
					for _, other := range []core.Color{core.First, core.Second} {
						for _, m := range moves {
							// By design, the butterfly history does not ask which piece
							// moves, nor the continuation histories where it comes from.
							want := int32(0)
							if other == side && m.FromTo() == probe.FromTo() {
								want += 1000
							}
							if other == side && m.Kind() == probe.Kind() && m.To() == probe.To() {
								want += 2000
							}
							if value := h.Quiet(other, m, &previous); value != want {
								t.Fatalf("bonus for side %d %#x: side %d %#x is worth %d, want %d", side, probe, other, m, value, want)
							}
						}
					}
				}
			}
		})
	}
}

// The history of a move depends on the moves before it, on both of them alike.
func TestContinuationDependsOnEarlierMoves(t *testing.T) {
	h := history.New(chess)
	a, b, c := core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0), core.NewMove(57, 42, 2, 0)
	m := core.NewMove(6, 21, 2, 0)
	learnt := rows(h, a, b)
	h.Update(core.First, m, &learnt, 100)
	tests := []struct {
		name          string
		first, second core.Move
		want          int32
	}{
		{"the same two moves", a, b, 300},
		{"the same last move", a, c, 200},
		{"the same move before", c, b, 200},
		{"other moves", c, c, 100},
		{"no moves", core.NoMove, core.NullMove, 100},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			previous := rows(h, test.first, test.second)
			if value := h.Quiet(core.First, m, &previous); value != test.want {
				t.Errorf("value %d, want %d", value, test.want)
			}
		})
	}
}

// rows returns the continuation rows after first, by the second side, and
// second, by the first side before it.
func rows(h *history.Tables, first, second core.Move) [2]history.Row {
	return [2]history.Row{h.After(core.Second, first), h.After(core.First, second)}
}

func TestClear(t *testing.T) {
	h := history.New(shogi)
	moves := []core.Move{
		core.NewMove(0, 1, 1, 0), core.NewMove(79, 80, 14, 0), core.NewDrop(1, 80), core.NewDrop(7, 0),
	}
	contexts := [][2]history.Row{
		rows(h, moves[0], moves[1]), rows(h, moves[1], moves[0]), rows(h, core.NoMove, core.NullMove),
	}
	each := func(do func(side core.Color, m core.Move, previous *[2]history.Row)) {
		for i := range contexts {
			for _, side := range []core.Color{core.First, core.Second} {
				for _, m := range moves {
					do(side, m, &contexts[i])
				}
			}
		}
	}
	each(func(side core.Color, m core.Move, previous *[2]history.Row) { h.Update(side, m, previous, 500) })
	each(func(side core.Color, m core.Move, previous *[2]history.Row) {
		if h.Quiet(side, m, previous) == 0 {
			t.Errorf("side %d %#x: nothing learnt", side, m)
		}
	})
	h.Clear()
	each(func(side core.Color, m core.Move, previous *[2]history.Row) {
		if value := h.Quiet(side, m, previous); value != 0 {
			t.Errorf("side %d %#x: %d is left", side, m, value)
		}
	})
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
	h := history.New(chess)
	a, m := core.NewMove(1, 18, 2, 0), core.NewMove(6, 21, 2, 0)
	if n := testing.AllocsPerRun(100, func() {
		previous := rows(h, a, core.NoMove)
		h.Update(core.First, m, &previous, 100)
		h.Quiet(core.First, m, &previous)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkQuiet(b *testing.B) {
	h := history.New(shogi)
	previous := rows(h, core.NewMove(1, 18, 2, 0), core.NewMove(52, 36, 1, 0))
	moves := allMoves(shogi)
	b.ReportAllocs()
	i, sum := 0, int32(0)
	for b.Loop() {
		i++
		sum += h.Quiet(core.First, moves[i%len(moves)], &previous)
	}
	if sum != 0 {
		b.Fatal("new tables know something")
	}
}

func Example() {
	h := history.New(&core.Traits{Squares: 64, Kinds: 6})
	const pawn, knight core.Kind = 1, 2
	reply, move := core.NewMove(52, 36, pawn, 0), core.NewMove(12, 28, pawn, 0)
	previous := [2]history.Row{h.After(core.Second, reply), h.After(core.First, move)}

	good, bad := core.NewMove(6, 21, knight, 0), core.NewMove(1, 16, knight, 0)
	h.Update(core.First, good, &previous, 300)
	h.Update(core.First, bad, &previous, -300)
	fmt.Println(h.Quiet(core.First, good, &previous), h.Quiet(core.First, bad, &previous))
	// Output: 900 -900
}
