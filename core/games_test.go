package core_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// games are the games that package core is for.
var games = []struct {
	rules      core.Rules
	middlegame string   // with all kinds of moves
	shuffle    []string // moves from the usual start back to it
	start      int      // depths of perft that take a moment, from the start and the middlegame
	middle     int
}{
	{chess.Rules, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []string{"g1f3", "g8f6", "f3g1", "f6g8"}, 5, 4},
	{shogi.Rules, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", []string{"2h3h", "8b7b", "3h2h", "7b8b"}, 5, 3},
}

func open(t testing.TB, rules core.Rules, text string) core.Position {
	t.Helper()
	p, err := rules.Parse(text, core.Settings{})
	must.OK(t, err)
	return p
}

// legal returns the legal moves of a position.
func legal(p core.Position) []core.Move {
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	return list.Slice()
}

// takenBack takes moves back and returns the keys of the positions, the last one first.
func takenBack(p core.Position, moves int) []uint64 {
	keys := []uint64{p.Key()}
	for range moves {
		p.Undo()
		keys = append(keys, p.Key())
	}
	return keys
}

// A copy of a game, however long, takes the memory of an old one, remembers the game and
// shares nothing with the original.
func TestCloneTo(t *testing.T) {
	const plies = 5000
	for _, g := range games {
		t.Run(g.rules.Name, func(t *testing.T) {
			short, long := open(t, g.rules, g.middlegame), g.rules.Start(core.Settings{})
			start := long.String()
			for i := range plies {
				m, err := long.ParseMove(g.shuffle[i%4])
				must.OK(t, err)
				long.Do(m, nil)
			}
			end, old := long.String(), short.Clone()
			for _, p := range []core.Position{long, short, long} {
				c := p.CloneTo(old)
				if c != old || c.String() != p.String() || c.Key() != p.Key() || c.Verdict() != p.Verdict() {
					t.Errorf("the copy of %s is %s", p, c)
				}
			}
			if allocs := testing.AllocsPerRun(3, func() { long.CloneTo(old) }); allocs > 0 {
				t.Errorf("%v allocations", allocs)
			}
			fresh := long.CloneTo(nil)
			for i, c := range []core.Position{old, fresh} {
				c.Do(legal(c)[i], nil)
				keys := takenBack(c, plies+1)
				if long.String() != end || c.String() != start || keys[1] != long.Key() {
					t.Errorf("copy %d leads back to %s, the original is %s", i, c, long)
				}
			}
			if takenBack(long, plies); long.String() != start {
				t.Errorf("after undoing all: %s", long)
			}
		})
	}
}

// A small copy remembers the game, shares nothing with the original, and takes little memory until
// it is played on.
func TestCopy(t *testing.T) {
	const plies, most = 8, 12 << 10
	for _, g := range games {
		t.Run(g.rules.Name, func(t *testing.T) {
			p := g.rules.Start(core.Settings{})
			start := p.String()
			for i := range plies {
				m, err := p.ParseMove(g.shuffle[i%4])
				must.OK(t, err)
				p.Do(m, nil)
			}
			end := p.String()
			c := p.Copy()
			if c.String() != end || c.Key() != p.Key() || c.Verdict() != p.Verdict() {
				t.Errorf("the copy of %s is %s", p, c)
			}
			c.Do(legal(c)[0], nil)
			if keys := takenBack(c, plies+1); c.String() != start || p.String() != end || keys[1] != p.Key() {
				t.Errorf("the copy leads back to %s, the original is %s", c, p)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			p.Copy()
			runtime.ReadMemStats(&after)
			if size := after.TotalAlloc - before.TotalAlloc; size > most {
				t.Errorf("a copy takes %d bytes, more than %d", size, most)
			}
		})
	}
}

// A square is attacked where some piece attacks it.
func TestAttackers(t *testing.T) {
	for _, g := range games {
		t.Run(g.rules.Name, func(t *testing.T) {
			p := open(t, g.rules, g.middlegame)
			by, found := p.Side().Other(), 0
			for sq := range core.Square(p.GameInfo().Squares) {
				attackers := 0
				switch p := p.(type) {
				case *chess.Position:
					for set := p.Attackers(by, sq); set != 0; set &= set - 1 {
						attackers++
					}
					if p.Attackers(by, sq)&^p.OccupiedBy(by) != 0 {
						t.Errorf("squares without a piece of the side attack %d", sq)
					}
				case *shogi.Position:
					attackers = p.Attackers(by, sq).Count()
					if p.Attackers(by, sq).AndNot(p.OccupiedBy(by)).Any() {
						t.Errorf("squares without a piece of the side attack %d", sq)
					}
				}
				all := p.Attacked()
				if (attackers > 0) != (all.Bit(sq) != 0) {
					t.Errorf("square %d: %d pieces attack it", sq, attackers)
				}
				found += attackers
			}
			if found < 20 {
				t.Errorf("only %d attacks", found)
			}
		})
	}
}

// Every move has a text, whatever its bits, which takes no memory; that of a move of the game stays
// when others have been played since.
func TestFormatMove(t *testing.T) {
	for _, g := range games {
		t.Run(g.rules.Name, func(t *testing.T) {
			p := open(t, g.rules, g.middlegame)
			rng := rand.New(rand.NewPCG(1, 2))
			for range 10_000 {
				if p.FormatMove(core.Move(rng.Uint32())) == "" {
					t.Fatal("a move has no text")
				}
			}
			for range 50 {
				all := legal(p)
				for _, m := range all {
					text := p.FormatMove(m)
					if read, err := p.ParseMove(text); err != nil || read != m {
						t.Fatalf("%s: %x is written %s and read %x, %v", p, m, text, read, err)
					}
					p.Do(m, nil)
					if after := p.FormatMove(m); after != text {
						t.Fatalf("%s is %s when it has been played", text, after)
					}
					p.Undo()
				}
				if len(all) == 0 {
					break
				}
				p.Do(all[rng.IntN(len(all))], nil)
			}
			all := legal(open(t, g.rules, g.middlegame))
			if n := testing.AllocsPerRun(10, func() {
				for _, m := range all {
					p.FormatMove(m)
				}
			}); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

// A copy is played as deep as a search goes, with all that a search asks, without memory.
func TestNoAllocation(t *testing.T) {
	for _, g := range games {
		p := open(t, g.rules, g.middlegame).Clone()
		var list core.MoveList
		var d core.DirtyPieces
		if n := testing.AllocsPerRun(10, func() {
			plies := 0
			for ; plies < core.MaxPly; plies++ {
				list.Clear()
				if p.Generate(core.AllMoves, &list); list.N == 0 {
					break
				}
				m := list.Moves[list.N/2]
				p.GivesCheck(m)
				p.SEE(m, 0)
				p.ValidateMove(m.ID())
				p.Outcome(10)
				p.MateInOne()
				p.Do(m, &d)
			}
			for range plies {
				p.Undo()
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", g.rules.Name, n)
		}
	}
}

// The key after a move is known before it is played, but for what en passant adds.
func TestKeyAfter(t *testing.T) {
	for _, g := range games {
		passant, random := 0, rand.New(rand.NewPCG(3, 4))
		for range 30 {
			p := g.rules.Start(core.Settings{})
			for range 120 {
				moves := legal(p)
				if len(moves) == 0 {
					break
				}
				for _, m := range moves {
					after := p.KeyAfter(m)
					p.Do(m, nil)
					if text := strings.Fields(p.String()); p.Key() != after {
						if passant++; text[3] == "-" || g.rules.Name != "chess" {
							t.Fatalf("%s: another key than was foretold", p)
						}
					}
					p.Undo()
				}
				p.Do(moves[random.IntN(len(moves))], nil)
			}
		}
		if passant == 0 && g.rules.Name == "chess" {
			t.Error("no move allowed en passant")
		}
	}
}

// eachGame measures run in both games.
func eachGame(b *testing.B, run func(b *testing.B, positions []core.Position)) {
	for _, g := range games {
		// With only one position, the processor would foresee every branch.
		positions, random := []core.Position{open(b, g.rules, g.middlegame)}, rand.New(rand.NewPCG(81, 5))
		for len(positions) < 256 {
			p := g.rules.Start(core.Settings{})
			for range 40 + len(positions)/2 {
				moves := legal(p)
				if len(moves) == 0 {
					break
				}
				p.Do(moves[random.IntN(len(moves))], nil)
			}
			positions = append(positions, p)
		}
		b.Run(g.rules.Name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, positions)
		})
	}
}

// BenchmarkPerft reports leaves per second; the one allocation is that of the lists.
func BenchmarkPerft(b *testing.B) {
	for _, g := range games {
		start := g.rules.Start(core.Settings{})
		for _, c := range []struct {
			name  string
			p     core.Position
			depth int
		}{{"start", start, g.start}, {"middlegame", open(b, g.rules, g.middlegame), g.middle}} {
			b.Run(g.rules.Name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				leaves := uint64(0)
				for b.Loop() {
					n, _ := core.Divide(c.p, c.depth, nil, nil)
					leaves += n
				}
				b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
			})
		}
	}
}

// BenchmarkPosition measures what a search asks of positions.
func BenchmarkPosition(b *testing.B) {
	var list core.MoveList
	var dirty core.DirtyPieces
	var dangers core.Dangers
	for _, c := range []struct {
		name string
		ask  func(p core.Position)
	}{
		{"Generate", func(p core.Position) { list.Clear(); p.Generate(core.AllMoves, &list) }},
		{"Tactical", func(p core.Position) { list.Clear(); p.Generate(core.Tactical, &list) }},
		{"Quiet", func(p core.Position) { list.Clear(); p.Generate(core.Quiet, &list) }},
		{"Attacked", func(p core.Position) { p.Attacked() }},
		{"Dangers", func(p core.Position) { p.Dangers(&dangers) }},
		{"DropThreats", func(p core.Position) { p.DropThreats(&dangers) }},
		{"MateInOne", func(p core.Position) { p.MateInOne() }},
		{"Outcome", func(p core.Position) { p.Outcome(60) }}, // looks back over a game in which little repeats
	} {
		b.Run(c.name, func(b *testing.B) {
			eachGame(b, func(b *testing.B, positions []core.Position) {
				for i := 0; b.Loop(); i++ {
					c.ask(positions[i*167%len(positions)])
				}
			})
		})
	}
	for _, c := range []struct {
		name string
		ask  func(p core.Position, m core.Move)
	}{
		{"DoUndo", func(p core.Position, m core.Move) { p.Do(m, &dirty); p.Undo() }},
		{"SEE", func(p core.Position, m core.Move) { p.SEE(m, 0) }},
		{"GivesCheck", func(p core.Position, m core.Move) { p.GivesCheck(m) }},
		{"ValidateMove", func(p core.Position, m core.Move) { p.ValidateMove(m.ID()) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			eachGame(b, func(b *testing.B, positions []core.Position) {
				moves := legal(positions[0])
				for i := 0; b.Loop(); i++ {
					c.ask(positions[0], moves[i%len(moves)])
				}
			})
		})
	}
}
