package picker_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/picker"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// walker walks a tree through pickers, one per depth, as a search does.
type walker struct {
	t       *testing.T
	game    core.Game
	history *history.Tables
	random  *rand.Rand
	pickers [4]picker.Picker
}

// newPicker returns a picker with everything that orders tactical moves.
func newPicker() *picker.Picker {
	p := new(picker.Picker)
	p.SetOrder(picker.Order{MVVLVA: true, SEE: true, CaptureHistory: 32})
	return p
}

// firsts returns possible table moves: none, a tactical, a quiet and a pointless one,
// as far as there are any.
func (w *walker) firsts() []core.Move {
	tactical, quiet := generated(w.game, core.Tactical), generated(w.game, core.Quiet)
	firsts := []core.Move{core.NoMove}
	for _, kind := range [][]core.Move{tactical, quiet, pointless(w.game)} {
		if len(kind) > 0 {
			firsts = append(firsts, kind[w.random.IntN(len(kind))])
		}
	}
	return firsts
}

// pointless returns the legal moves that are neither tactical nor quiet.
func pointless(g core.Game) []core.Move {
	useful := generated(g, core.Tactical, core.Quiet)
	return slices.DeleteFunc(generated(g, core.AllMoves), func(m core.Move) bool { return slices.Contains(useful, m) })
}

// killers returns possible killers: the moves of firsts, illegal moves and none.
func (w *walker) killers() []core.MoveID {
	ids := []core.MoveID{
		core.NullMove.ID(), core.MoveID(w.random.Uint32()), 0xffff, core.NewDrop(7, 0).ID(),
	}
	for _, m := range w.firsts() {
		ids = append(ids, m.ID())
	}
	return ids
}

// expected returns the moves that a picker has to return, sorted.
func (w *walker) expected(first core.Move, killers history.Killers) []core.Move {
	moves := generated(w.game, core.Tactical, core.Quiet)
	add := func(m core.Move) {
		if m != core.NoMove && !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	add(first)
	for _, id := range killers {
		if m := w.game.ValidateMove(id); !m.IsTactical() {
			add(m)
		}
	}
	slices.Sort(moves)
	return moves
}

// pick starts picker p and returns all its moves, sorted.
func (w *walker) pick(p *picker.Picker, first core.Move, killers history.Killers) []core.Move {
	p.Start(w.game, w.history, first, killers, noContext(w.history, w.game))
	var moves []core.Move
	for m := p.Next(); m != core.NoMove; m = p.Next() {
		moves = append(moves, m)
		if len(moves) > core.MaxMoves {
			w.t.Fatal("the picker never ends")
		}
	}
	slices.Sort(moves)
	return moves
}

// check compares the picker with the generator for every combination of table
// move and killers.
func (w *walker) check(p *picker.Picker) {
	killers := w.killers()
	for _, first := range w.firsts() {
		for _, k0 := range killers {
			for _, k1 := range killers {
				k := history.Killers{k0, k1}
				if got, want := w.pick(p, first, k), w.expected(first, k); !slices.Equal(got, want) {
					w.t.Fatalf("%v, table move %#x, killers %#x:\ngot  %#x\nwant %#x", w.game, first, k, got, want)
				}
			}
		}
	}
}

// perft counts the leaves of the tree of tactical and quiet moves through the
// picker: every combination near the root, random ones at the leaves.
func (w *walker) perft(depth int, full bool) uint64 {
	p := &w.pickers[depth]
	p.SetOrder(picker.Order{MVVLVA: true, SEE: true, CaptureHistory: 32})
	if full {
		w.check(p)
	}
	firsts, killers := w.firsts(), w.killers()
	first := firsts[w.random.IntN(len(firsts))]
	k := history.Killers{killers[w.random.IntN(len(killers))], killers[w.random.IntN(len(killers))]}
	want := w.expected(first, k)
	leaves, number := uint64(0), 0
	p.Start(w.game, w.history, first, k, noContext(w.history, w.game))
	for m := p.Next(); m != core.NoMove; m = p.Next() {
		if _, ok := slices.BinarySearch(want, m); !ok {
			w.t.Fatalf("%v, table move %#x, killers %#x: unexpected move %#x", w.game, first, k, m)
		}
		number++
		if slices.Contains(pointless(w.game), m) {
			continue
		}
		if depth <= 1 {
			leaves++
			continue
		}
		// The tree below must not change this picker.
		w.game.Do(m, nil)
		leaves += w.perft(depth-1, depth > 2 && w.random.IntN(8) == 0)
		w.game.Undo()
	}
	if number != len(want) {
		w.t.Fatalf("%v, table move %#x, killers %#x: %d moves, want %d", w.game, first, k, number, len(want))
	}
	return leaves
}

// usefulPerft counts the same tree without a picker.
func usefulPerft(g core.Game, depth int) uint64 {
	moves := generated(g, core.Tactical, core.Quiet)
	if depth <= 1 {
		return uint64(len(moves))
	}
	leaves := uint64(0)
	for _, m := range moves {
		g.Do(m, nil)
		leaves += usefulPerft(g, depth-1)
		g.Undo()
	}
	return leaves
}

func TestPerft(t *testing.T) {
	each(t, func(t *testing.T, p core.Position, h *history.Tables, depth int) {
		w := &walker{t: t, game: p, history: h, random: rand.New(rand.NewPCG(p.Key(), 6))}
		before := p.String()
		if got, want := w.perft(depth, true), usefulPerft(p, depth); got != want {
			t.Errorf("%d leaves, want %d", got, want)
		}
		if p.String() != before {
			t.Errorf("the picker changed the position to %s", p)
		}
	})
}

// An exhausted picker returns no move, and can be started again.
func TestReuse(t *testing.T) {
	each(t, func(t *testing.T, g core.Position, h *history.Tables, _ int) {
		p := newPicker()
		w := &walker{t: t, game: g, history: h}
		want := w.expected(core.NoMove, history.Killers{})
		for range 2 {
			// Start again halfway.
			p.StartTactical(g, h, core.NoMove)
			p.Next()
			p.Start(g, h, core.NoMove, history.Killers{1, 2}, noContext(h, g))
			p.Next()
			p.SkipQuiets()
			if got := w.pick(p, core.NoMove, history.Killers{}); !slices.Equal(got, want) {
				t.Fatalf("got %#x, want %#x", got, want)
			}
			for range 3 {
				if m := p.Next(); m != core.NoMove || p.Losing() {
					t.Fatalf("after the end: move %#x, losing %v", m, p.Losing())
				}
			}
		}
	})
}

func TestStartTactical(t *testing.T) {
	each(t, func(t *testing.T, g core.Position, h *history.Tables, _ int) {
		p := newPicker()
		tactical := generated(g, core.Tactical)
		want := slices.Sorted(slices.Values(tactical))
		for _, first := range append(tactical, core.NoMove) {
			p.StartTactical(g, h, first)
			var got []core.Move
			lost := false
			for m := p.Next(); m != core.NoMove; m = p.Next() {
				if len(got) == 0 && first != core.NoMove && m != first {
					t.Fatalf("the first move is %#x, want %#x", m, first)
				}
				got = append(got, m)
				if m == first {
					continue
				}
				if p.Losing() == g.SEE(m, 0) {
					t.Errorf("%s: losing is %v", g.FormatMove(m), p.Losing())
				}
				if lost && !p.Losing() {
					t.Errorf("%s comes after moves that lose material", g.FormatMove(m))
				}
				lost = p.Losing()
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("first %#x: got %#x, want %#x", first, got, want)
			}
		}
	})
}

// The order is: the table move, tactical moves that lose nothing, killers, quiet moves
// by history, tactical moves that lose material.
func TestOrder(t *testing.T) {
	each(t, func(t *testing.T, g core.Position, h *history.Tables, _ int) {
		r := rand.New(rand.NewPCG(g.Key(), 7))
		w := &walker{t: t, game: g, history: h, random: r}
		p := newPicker()
		for _, first := range w.firsts() {
			killers := history.Killers{}
			if quiet := generated(g, core.Quiet); len(quiet) > 1 {
				at := r.IntN(len(quiet) - 1)
				killers = history.Killers{quiet[at].ID(), quiet[at+1].ID()}
			}
			context := noContext(h, g)
			rank := func(m core.Move) int {
				switch {
				case m == first:
					return 0
				case m.IsTactical() && g.SEE(m, 0):
					return 1
				case m.IsTactical():
					return 5
				case m.ID() == killers[0]:
					return 2
				case m.ID() == killers[1]:
					return 3
				}
				return 4
			}
			p.Start(g, h, first, killers, context)
			last := core.NoMove
			for m := p.Next(); m != core.NoMove; m = p.Next() {
				if p.Losing() != (rank(m) == 5) {
					t.Errorf("%s: losing is %v", g.FormatMove(m), p.Losing())
				}
				if last != core.NoMove {
					switch {
					case rank(m) < rank(last):
						t.Errorf("%s comes after %s", g.FormatMove(m), g.FormatMove(last))
					case rank(m) == 4 && rank(last) == 4:
						var values [2]int32
						if h.Quiets(context, []core.Move{m, last}, values[:]); values[0] > values[1] {
							t.Errorf("%s comes after %s in spite of its history", g.FormatMove(m), g.FormatMove(last))
						}
					}
				}
				last = m
			}
		}
	})
}

// Of two captures of the same piece, the less valuable attacker comes first; of
// two by the same piece, the more valuable victim; of promotions that capture
// the same piece, the one to a queen.
func TestCaptureOrder(t *testing.T) {
	tests := []struct {
		name, fen string
		want      []string // the first tactical moves
	}{
		{"victims", "4k3/8/8/1q1r1n2/2P1P3/8/8/4K3 w - - 0 1", []string{"c4b5", "c4d5", "e4d5", "e4f5"}},
		{"attackers", "k7/8/8/3q4/2P1B3/1N6/8/3QK3 w - - 0 1", []string{"c4d5", "e4d5", "d1d5"}},
		{"a promotion before a pawn", "4k3/1P6/8/3p4/2P5/8/8/4K3 w - - 0 1", []string{"b7b8q", "c4d5"}},
		{"promotions", "r1b1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", []string{"b7a8q", "b7a8r", "b7a8b", "b7a8n", "b7c8q"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := chess.Rules.Parse(test.fen, core.Settings{})
			must.OK(t, err)
			p := newPicker()
			p.StartTactical(g, history.New(g.GameInfo(), nil), core.NoMove)
			for i, want := range test.want {
				if got := g.FormatMove(p.Next()); got != want {
					t.Errorf("move %d is %s, want %s", i+1, got, want)
				}
			}
		})
	}
}

// After SkipQuiets, all tactical moves are still returned, and no others.
func TestSkipQuiets(t *testing.T) {
	each(t, func(t *testing.T, g core.Position, h *history.Tables, _ int) {
		w := &walker{t: t, game: g, history: h, random: rand.New(rand.NewPCG(g.Key(), 8))}
		tactical := slices.Sorted(slices.Values(generated(g, core.Tactical)))
		var killers history.Killers
		for i, m := range generated(g, core.Quiet) {
			killers[i&1] = m.ID()
		}
		p := newPicker()
		for _, first := range w.firsts() {
			total := len(w.expected(first, killers))
			for after := range total + 1 {
				p.Start(g, h, first, killers, noContext(h, g))
				var got []core.Move
				number := 0
				for ; ; number++ {
					if number == after {
						p.SkipQuiets()
					}
					m := p.Next()
					if m == core.NoMove {
						break
					}
					if m.IsTactical() {
						got = append(got, m)
					} else if number >= after && number > 0 {
						t.Fatalf("quiet %s after %d moves, quiets skipped after %d", g.FormatMove(m), number, after)
					}
				}
				slices.Sort(got)
				if !slices.Equal(got, tactical) {
					t.Fatalf("skipped after %d: tactical moves %#x, want %#x", after, got, tactical)
				}
				if after == total && number != total {
					t.Fatalf("%d moves although nothing was skipped, want %d", number, total)
				}
			}
		}
	})
}

// The positions have every kind of move that the tests above are about.
func TestPositionsHaveEveryKindOfMove(t *testing.T) {
	counts := make(map[string]int)
	for _, x := range positions {
		g, err := x.rules.Parse(x.notation, x.settings)
		must.OK(t, err)
		counts["pointless"] += len(pointless(g))
		counts["quiet"] += len(generated(g, core.Quiet))
		for _, m := range generated(g, core.Tactical) {
			if g.SEE(m, 0) {
				counts["winning"]++
			} else {
				counts["losing"]++
			}
			if m.IsEnPassant() {
				counts["en passant"]++
			}
		}
		for _, m := range generated(g, core.AllMoves) {
			if m.IsCastling() {
				counts["castling"]++
			}
			if m.IsDrop() {
				counts["drop"]++
			}
		}
	}
	for _, kind := range []string{"pointless", "quiet", "winning", "losing", "en passant", "castling", "drop"} {
		if counts[kind] == 0 {
			t.Errorf("no position has a move of the kind: %s", kind)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	each(t, func(t *testing.T, g core.Position, h *history.Tables, _ int) {
		p := newPicker()
		context := noContext(h, g)
		if n := testing.AllocsPerRun(10, func() {
			p.Start(g, h, core.NoMove, history.Killers{1, 2}, context)
			for p.Next() != core.NoMove {
			}
			p.StartTactical(g, h, core.NoMove)
			for p.Next() != core.NoMove {
			}
		}); n != 0 {
			t.Errorf("%v allocations, want none", n)
		}
	})
}

// Quiet moves that take a piece out of danger come first, and those that put one there
// last.
func TestDangers(t *testing.T) {
	tests := []struct {
		name        string
		rules       core.Rules
		fen         string
		first, last string // moves in the order of text
	}{
		{"a knight in danger, a square where a rook would be", chess.Rules, "4k3/8/8/4p3/3N4/8/8/4KR2 w - - 0 1",
			"d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5", "f1f4"},
		{"a knight is no danger to a bishop", chess.Rules, "4k3/8/5n2/8/4B3/8/8/4K3 w - - 0 1", "", ""},
		{"a silver in danger, squares where a rook would be", shogi.Rules, "4k4/9/9/p1p6/S7R/9/9/9/4K4 b - 1", "9e8d 9e8f", "1e7e"},
		{"drops where a silver would be in danger", shogi.Rules, "4k4/9/9/p1p6/9/9/9/9/4K4 b S 1", "", "S*7e S*9e"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := test.rules.Parse(test.fen, core.Settings{})
			must.OK(t, err)
			h, p := history.New(g.GameInfo(), nil), new(picker.Picker)
			quiets := func(danger int32) (moves []string) {
				p.SetOrder(picker.Order{Danger: danger})
				p.Start(g, h, core.NoMove, history.Killers{}, noContext(h, g))
				for m := p.Next(); m != core.NoMove; m = p.Next() {
					if !m.IsTactical() {
						moves = append(moves, g.FormatMove(m))
					}
				}
				return moves
			}
			first, last := strings.Fields(test.first), strings.Fields(test.last)
			var rest []string
			for _, m := range quiets(0) {
				if !slices.Contains(first, m) && !slices.Contains(last, m) {
					rest = append(rest, m)
				}
			}
			got := quiets(60)
			slices.Sort(rest)
			slices.Sort(got[:len(first)])
			slices.Sort(got[len(first) : len(got)-len(last)])
			slices.Sort(got[len(got)-len(last):])
			if want := slices.Concat(first, rest, last); !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

// Drops that threaten the king or a more valuable piece come first.
func TestDropThreats(t *testing.T) {
	for _, test := range []struct{ name, sfen, first string }{
		{"a gold beside a rook and by the king", "4k4/9/9/9/3r5/9/9/9/4K4 b G 1", "G*4a G*4b G*5b G*5e G*5f G*6a G*6b G*6d G*6f G*7e G*7f"},
		{"a pawn is no more valuable than a pawn", "4k4/9/9/9/4p4/9/9/9/4K4 b P 1", "P*5b"},
		{"a lance sees along its file", "9/9/4k4/9/9/9/9/9/4K4 b L 1", "L*5d L*5e L*5f L*5g L*5h"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := shogi.Rules.Parse(test.sfen, core.Settings{})
			must.OK(t, err)
			h, p := history.New(g.GameInfo(), nil), new(picker.Picker)
			p.SetOrder(picker.Order{DropThreat: 8000})
			p.Start(g, h, core.NoMove, history.Killers{}, noContext(h, g))
			want, got := strings.Fields(test.first), []string(nil)
			for m := p.Next(); m != core.NoMove && len(got) < len(want); m = p.Next() {
				got = append(got, g.FormatMove(m))
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("first are %v, want %v", got, want)
			}
		})
	}
}

func BenchmarkPicker(b *testing.B) {
	for _, x := range positions {
		if x.depth == 3 {
			continue
		}
		b.Run(x.name, func(b *testing.B) {
			g, err := x.rules.Parse(x.notation, x.settings)
			must.OK(b, err)
			h := randomHistory(g)
			context := noContext(h, g)
			p := newPicker()
			b.ReportAllocs()
			moves := 0
			for b.Loop() {
				p.Start(g, h, core.NoMove, history.Killers{}, context)
				// As many moves as an all node searches.
				for moves = 0; moves < 12 && p.Next() != core.NoMove; moves++ {
				}
			}
			b.ReportMetric(float64(moves), "moves/op")
		})
	}
}

func ExamplePicker() {
	g, err := chess.Rules.Parse("4k3/8/4p3/3p4/4P3/8/3R4/4K3 w - - 0 1", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	h := history.New(g.GameInfo(), nil)
	context := h.Context(g.Side(), 0, 0, core.Squares{}, history.Earlier{history.None, history.None, history.None, history.None})
	first, err := g.ParseMove("e1f2")
	if err != nil {
		fmt.Println(err)
		return
	}
	var p picker.Picker
	p.SetOrder(picker.Order{MVVLVA: true, SEE: true})
	p.Start(g, h, first, history.Killers{}, &context)
	p.SkipQuiets()
	for m := p.Next(); m != core.NoMove; m = p.Next() {
		fmt.Println(g.FormatMove(m), p.Losing())
	}
	// Output:
	// e1f2 false
	// e4d5 false
	// d2d5 true
}
