package syzygy

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// shared opens the tables in the folder NITORYU_SUITES, and skips the test when the
// variable is not set.
func shared(t testing.TB) *Tables {
	t.Helper()
	folder := os.Getenv("NITORYU_SUITES")
	if folder == "" {
		t.Skip("NITORYU_SUITES does not name a folder of suites")
	}
	folder = filepath.Join(folder, "chess", "syzygy")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("NITORYU_SUITES has no endgame tables")
	}
	return open(t, folder)
}

func position(t testing.TB, fen string) *chess.Position {
	t.Helper()
	p, err := chess.Rules.Parse(fen, core.Settings{})
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p.(*chess.Position)
}

// agree compares the probes of a position with the truth.
func agree(t testing.TB, tables *Tables, fen string, want value) {
	t.Helper()
	p := position(t, fen)
	before := p.String()
	w, ok := tables.WDL(p)
	if !ok || w != want.wdl() {
		t.Errorf("%s: %v %v, want %v", before, w, ok, want.wdl())
	}
	plies, ok := tables.DTZ(p)
	if !ok || !near(plies, want.dtz()) {
		t.Errorf("%s: DTZ %d %v, want %d", before, plies, ok, want.dtz())
	}
	if got := p.String(); got != before {
		t.Errorf("%s became %s", before, got)
	}
}

// near reports whether a DTZ is the exact one or a ply too short, on the same side of
// the fifty-move rule.
func near(plies, exact int) bool {
	if plies < 0 {
		plies, exact = -plies, -exact
	}
	return plies == exact || plies > 0 && plies+1 == exact && plies != 100
}

// compare compares one of so many positions of an ending with the solver.
func compare(t *testing.T, tables *Tables, all solver, name string, one int) {
	e := all.solve(name)
	s := &state{}
	rng := rand.New(rand.NewPCG(1, 2))
	count := 0
	for _, sl := range e.slices {
		for i, v := range sl.values {
			if v == illegal || one > 1 && rng.IntN(one) != 0 {
				continue
			}
			e.at(sl, i, s)
			image := *s
			if rng.IntN(2) == 0 { // from the other side of the board
				image.men = append([]man(nil), s.men...)
				for j := range image.men {
					image.men[j].black = !image.men[j].black
				}
				mirror(image.men, 2)
				image.black = !s.black
			}
			agree(t, tables, image.fen(0), v)
			if count++; t.Failed() {
				return
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d positions", count)
	}
}

// TestSolved compares tables with the solver: those of three pieces and one of four, or
// the endings that NITORYU_ENDINGS names, or all of them, which takes minutes. With four
// pieces it takes one of twenty positions.
func TestSolved(t *testing.T) {
	tables := shared(t)
	names, all := threeNames, three()
	if !testing.Short() {
		names = append([]string{"KNNvK"}, names...)
	}
	if chosen := os.Getenv("NITORYU_ENDINGS"); chosen != "" {
		names = strings.Fields(chosen)
		if chosen == "all" {
			names = nil
			for _, table := range tables.tables {
				names = append(names, table.material.String())
			}
		}
		all = solver{}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			one := 1
			if len(name) > 4 {
				one = 20
			}
			compare(t, tables, all, name, one)
			if name == "KPvKP" {
				comparePassant(t, tables, all)
			}
		})
	}
}

// comparePassant compares every position with a possible capture en passant.
func comparePassant(t *testing.T, tables *Tables, all solver) {
	count := 0
	s := &state{men: []man{{kind: 'K'}, {black: true, kind: 'K'}, {kind: 'P'}, {black: true, kind: 'P'}}, black: true}
	for file := range 8 {
		for _, beside := range []int{file - 1, file + 1} {
			if beside < 0 || beside > 7 {
				continue
			}
			s.men[2].sq, s.men[3].sq, s.passant = 24+file, 24+beside, 16+file
			for kings := range 64 * 64 {
				s.men[0].sq, s.men[1].sq = kings&63, kings>>6
				if s.occupied()>>(8+file)&1 != 0 || s.occupied()>>(16+file)&1 != 0 || !s.legal() {
					continue
				}
				count++
				agree(t, tables, s.fen(0), all.value(s))
			}
		}
	}
	t.Logf("%d positions", count)
}

// randomState returns a random legal state of an ending, in half of those with pawns on
// both sides with one that has just moved two squares.
func randomState(rng *rand.Rand, e *ending) *state {
	for {
		s := &state{men: append([]man(nil), e.men...), black: rng.IntN(2) == 0, passant: -1}
		for i := range s.men {
			s.men[i].sq = rng.IntN(64)
			if s.men[i].kind == 'P' {
				s.men[i].sq = 8 + rng.IntN(48)
			}
		}
		if e.pawns == 2 && rng.IntN(2) == 0 && s.men[2].black != s.men[3].black {
			file := rng.IntN(8)
			own, other, behind := 24+file, 24+file+1-2*rng.IntN(2), -8
			pusher, taker := &s.men[2], &s.men[3]
			if !s.black {
				own, other, behind = own+8, other+8, 8
				pusher, taker = taker, pusher
			}
			if other/8 != own/8 {
				continue
			}
			pusher.sq, taker.sq, s.passant = own, other, own+behind
			if s.occupied()>>s.passant&1 != 0 || s.occupied()>>(s.passant+behind)&1 != 0 {
				continue
			}
		}
		if rng.IntN(2) == 0 {
			for i := range s.men {
				s.men[i].black = !s.men[i].black
			}
			mirror(s.men, 2)
			if s.black = !s.black; s.passant >= 0 {
				s.passant ^= 56
			}
		}
		if s.legal() {
			return s
		}
	}
}

// TestConsistent checks random positions of all tables against the positions after all
// of their moves: a result is the best of the opposite results, and a distance follows
// from theirs. Where every position passes, the tables are right.
func TestConsistent(t *testing.T) {
	tables := shared(t)
	count := 100_000
	if testing.Short() {
		count = 10_000
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var endings []*ending
	for _, table := range tables.tables {
		endings = append(endings, newEnding(table.material.String()))
	}
	passants := 0
	for n := range count {
		s := randomState(rng, endings[n%len(endings)])
		p := position(t, s.fen(0))
		if strings.Split(p.String(), " ")[3] != "-" {
			passants++
		}
		if err := consistent(tables, p); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
	}
	if passants == 0 {
		t.Error("no position with a capture en passant")
	}
}

// consistent says what is wrong with the values of a position.
func consistent(tables *Tables, p *chess.Position) error {
	got, ok := tables.WDL(p)
	plies, ok2 := tables.DTZ(p)
	if !ok || !ok2 {
		return fmt.Errorf("no result %v or no distance %v", ok, ok2)
	}
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	least, best := 0, Loss // plies of a winner's quickest, of a loser's slowest move
	for _, m := range list.Slice() {
		p.Do(m, nil)
		w, ok := tables.WDL(p)
		next, ok2 := tables.DTZ(p)
		mate := p.Verdict().Ending == core.Checkmate
		p.Undo()
		if !ok || !ok2 {
			return fmt.Errorf("after %s: no result %v or no distance %v", p.FormatMove(m), ok, ok2)
		}
		best = max(best, -w)
		if -w != got || got == Draw {
			continue
		}
		length := max(next, -next) + 1
		if m.IsCapture() || m.PieceType() == chess.Pawn || mate {
			length = max(got.zeroingDistance(), -got.zeroingDistance())
		}
		if least == 0 || got > 0 && length < least || got < 0 && length > least {
			least = length
		}
	}
	if list.N == 0 {
		if best = Draw; p.InCheck() {
			best, least = Loss, 1
		}
	}
	if got != best {
		return fmt.Errorf("%v, but by its moves %v", got, best)
	}
	distance := max(plies, -plies)
	if (plies > 0) != (got > 0) || (plies < 0) != (got < 0) || distance != least && distance+1 != least && distance-1 != least {
		return fmt.Errorf("%v in %d plies, but by its moves in %d", got, plies, least)
	}
	return nil
}
