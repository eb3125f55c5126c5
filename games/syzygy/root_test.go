package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/tests/must"
)

// moveOf returns what Root says about a move.
func moveOf(t *testing.T, tables *Tables, p *chess.Position, move string, o RootOptions) Ranked {
	t.Helper()
	moves, byDistance, ok := tables.Root(p, o)
	if !ok || !byDistance {
		t.Fatalf("%s: %v %v", p, byDistance, ok)
	}
	m, err := p.ParseMove(move)
	must.OK(t, err)
	for _, r := range moves {
		if r.Move == m {
			return r
		}
	}
	t.Fatalf("%s: no %s in %v", p, move, moves)
	return Ranked{}
}

func TestRoot(t *testing.T) {
	tables := open(t, folder(t, written()))
	tests := []struct {
		name, fen, move string
		options         RootOptions
		want            Ranked // but for the move
	}{
		{"mate", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1b8", RootOptions{}, Ranked{WDL: Win, DTZ: 1, Rank: certainRank}},
		{"mate just in time", "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80", "b1b8", RootOptions{}, Ranked{WDL: Win, DTZ: 1, Rank: certainRank}},
		{"another move too late", "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80", "b1b2", RootOptions{}, Ranked{}},
		{"the same without the rule", "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80", "b1b2", RootOptions{NoFiftyMoves: true},
			Ranked{WDL: Win, DTZ: 3, Rank: distantRank - 102}},
		{"a slower win", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1b2", RootOptions{}, Ranked{WDL: Win, DTZ: 3, Rank: certainRank}},
		{"after a repetition", "7k/8/6K1/8/8/8/8/1Q6 w - - 10 9", "b1b2", RootOptions{Repeated: true},
			Ranked{WDL: Win, DTZ: 3, Rank: distantRank - 13}},
		{"after a repetition, mate", "7k/8/6K1/8/8/8/8/1Q6 w - - 10 9", "b1b8", RootOptions{Repeated: true},
			Ranked{WDL: Win, DTZ: 1, Rank: distantRank - 11}},
		{"stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", RootOptions{}, Ranked{}},
		{"certain", "k7/8/8/8/8/8/8/K6R w - - 80 1", "a1b2", RootOptions{}, Ranked{WDL: Win, DTZ: 19, Rank: certainRank}},
		{"not certain", "k7/8/8/8/8/8/8/K6R w - - 81 1", "a1b2", RootOptions{}, Ranked{WDL: CursedWin, DTZ: 19, Rank: distantRank - 100}},
		{"exactly in time", "k7/8/8/8/8/8/8/K6R w - - 81 1", "a1b2", RootOptions{NoFiftyMoves: true},
			Ranked{WDL: Win, DTZ: 19, Rank: distantRank - 100}},
		{"a loss", "k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "a8b8", RootOptions{}, Ranked{WDL: Loss, DTZ: -2, Rank: -certainRank}},
		{"a loss that is late", "k7/8/1K6/8/8/8/8/6R1 b - - 98 1", "a8b8", RootOptions{}, Ranked{WDL: Loss, DTZ: -2, Rank: 100 - distantRank}},
		{"too late", "k7/8/1K6/8/8/8/8/6R1 b - - 99 1", "a8b8", RootOptions{}, Ranked{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := moveOf(t, tables, position(t, test.fen), test.move, test.options)
			got.Move = 0
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

// A move that repeats a position ranks behind those that do not, and one that ends the
// game by the third repetition is a draw.
func TestRootRepetition(t *testing.T) {
	tables := open(t, folder(t, written()))
	p := position(t, "8/8/8/4k3/8/8/8/K6Q w - - 0 1")
	play := func(moves ...string) {
		t.Helper()
		for _, text := range moves {
			m, err := p.ParseMove(text)
			must.OK(t, err)
			p.Do(m, nil)
		}
	}
	expect := func(move string, want WDL, certain bool) {
		t.Helper()
		r := moveOf(t, tables, p, move, RootOptions{})
		if r.WDL != want || (r.Rank == certainRank) != certain || r.WDL == Win && r.Rank <= 0 || r.WDL == Draw && r.Rank != 0 {
			t.Errorf("%s in %s: %+v", move, p, r)
		}
	}
	expect("h1g1", Win, true)
	play("h1g1", "e5d6", "g1f1", "d6e5")
	expect("f1h1", Win, true)
	expect("f1g1", Win, false) // as after the first move
	play("f1h1", "e5f4", "h1f1", "f4e5")
	expect("f1d1", Win, false) // the root has been there
	play("f1g1", "e5f4", "g1f1", "f4e5")
	expect("f1g1", Draw, false) // the third time
	expect("f1d1", Win, false)
}

// Games in which the winner plays what Root ranks highest and the loser what lasts
// longest, or anything, end with mate before the fifty-move rule and any repetition
// interfere: with the fastest of the best moves, and with any of them.
func TestWins(t *testing.T) {
	tables := open(t, folder(t, written()))
	playWins(t, tables, []string{"KQvK", "KRvK", "KPvK"}, 200)
}

func TestSharedWins(t *testing.T) {
	tables := shared(t)
	var names []string
	for _, table := range tables.tables {
		names = append(names, table.material.String())
	}
	slices.Sort(names)
	games := 1000
	if testing.Short() {
		games = 100
	}
	playWins(t, tables, names, games)
}

func playWins(t *testing.T, tables *Tables, names []string, games int) {
	rng := rand.New(rand.NewPCG(17, 18))
	for played := 0; played < games; {
		name := names[rng.IntN(len(names))]
		p := position(t, randomState(rng, newEnding(name)).fen(0))
		w, ok := tables.WDL(p)
		if !ok {
			t.Fatalf("%s: no result", p)
		}
		if w != Win {
			continue
		}
		// A win that just fits into the rule.
		plies, _ := tables.DTZ(p)
		clock := rng.IntN(max(1, 100-plies))
		if rng.IntN(2) == 0 {
			clock = max(0, 99-plies)
		}
		fen := p.String()
		p = position(t, fen[:len(fen)-len("0 1")]+itoa(clock)+" 60")
		played++
		if moves, ok := win(tables, p, rng, played%4 == 0); !ok {
			t.Errorf("%s: %s", fen, moves)
			return
		}
	}
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + itoa(n%10)
	}
	return string(rune('0' + n))
}

// win plays a game and returns its end, false if it is no win. With anything, the
// winner plays any of the best moves instead of the fastest.
func win(tables *Tables, p *chess.Position, rng *rand.Rand, anything bool) (string, bool) {
	winner := p.Side()
	seen := map[uint64]int{}
	repeated := false
	for ply := 0; ply < 2000; ply++ {
		if v := p.Verdict(); v.Over() {
			return v.Ending.String() + " in " + p.String(), v.Ending == core.Checkmate && v.Winner == winner
		}
		if p.HalfmoveClock() == 0 {
			clear(seen)
			repeated = false
		}
		seen[p.Key()]++
		repeated = repeated || seen[p.Key()] > 1
		moves, byDistance, ok := tables.Root(p, RootOptions{Repeated: repeated})
		if !ok || !byDistance {
			return "no tables for " + p.String(), false
		}
		best := moves[0]
		switch {
		case p.Side() != winner:
			if rng.IntN(3) == 0 {
				best = moves[rng.IntN(len(moves))]
			}
		case best.WDL < CursedWin: // a distance may be a ply too short
			return best.WDL.String() + " in " + p.String(), false
		case anything:
			n := 1
			for n < len(moves) && moves[n].Rank == best.Rank {
				n++
			}
			best = moves[rng.IntN(n)]
		}
		p.Do(best.Move, nil)
	}
	return "no end", false
}
