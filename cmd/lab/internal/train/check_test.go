package train

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// packed returns what a position is packed to.
func packed(t testing.TB, g games.Game, text string) dataset.Packed {
	t.Helper()
	p, err := g.Parse(text, core.Settings{})
	must.OK(t, err)
	in := g.FeatureSets[0]
	r, err := dataset.Pack(in.Pieces(p, nil), in.King, p.Side(), in.Phase(p), dataset.Label{Score: 12, Result: dataset.NoResult})
	must.OK(t, err)
	return r
}

// put returns r with a piece more or less: a code for the n-th piece, whose square is on or off.
func put(r dataset.Packed, n int, code uint64, square int) dataset.Packed {
	r[2+n/12] = r[2+n/12]&^(31<<(n%12*5)) | code<<(n%12*5)
	if square >= 0 {
		r[square/64] ^= 1 << (square % 64)
	}
	return r
}

// A file whose checksums are right may hold anything. What is no position ends the reading with an error,
// before a network learns from it.
func TestNonsenseValues(t *testing.T) {
	king, rook := uint64(core.NewPiece(core.First, chess.King)), uint64(core.NewPiece(core.First, chess.Rook))
	pawn := uint64(core.NewPiece(core.First, shogi.Pawn))
	of := map[string]dataset.Packed{
		games.Chess().Name: packed(t, games.Chess(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), // a1, e1 and e8 are squares 0, 4 and 60
		games.Shogi().Name: packed(t, games.Shogi(), "4k4/9/9/9/9/9/9/9/4K4 b 3P 1"),   // 5a and 5i are squares 36 and 44
	}
	for _, c := range []struct {
		name   string
		game   games.Game
		change func(r dataset.Packed) dataset.Packed
		want   string // "": it is read
	}{
		{"a position", games.Chess(), func(r dataset.Packed) dataset.Packed { return r }, ""},
		{"a position of shogi", games.Shogi(), func(r dataset.Packed) dataset.Packed { return r }, ""},
		{"nothing", games.Chess(), func(dataset.Packed) dataset.Packed { return dataset.Packed{} }, "0 and 0 kings"},
		{"no king", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 1, rook, -1) }, "0 and 1 kings"},
		{"two kings of a side", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 0, king, -1) }, "2 and 1 kings"},
		{"a square without a piece", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 0, 0, -1) }, "piece 0 cannot be at 0"},
		{"a piece of no game", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 0, 15, -1) }, "piece 15 cannot be at 0"},
		{"a piece of shogi", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 0, 9, -1) }, "piece 9 cannot be at 0"},
		{"a piece beyond the board", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 3, rook, 70) }, "cannot be at 70"},
		{"a king beyond the board", games.Chess(), func(r dataset.Packed) dataset.Packed {
			r[0] ^= 1 << 60
			return put(r, 2, uint64(core.NewPiece(core.Second, chess.King)), 80)
		}, "cannot be at 80"},
		{"a piece in hand in chess", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 3, rook, -1) }, "cannot be at 128"},
		{"pieces everywhere", games.Chess(), func(r dataset.Packed) dataset.Packed {
			r[0] = ^uint64(0)
			for i := range 36 {
				r = put(r, i, rook, -1)
			}
			return put(put(put(r, 0, king, -1), 1, king|16, -1), 2, rook, -1)
		}, "cannot be at"},
		{"words of ones", games.Chess(), func(dataset.Packed) dataset.Packed {
			return dataset.Packed{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		}, "cannot be at"},
		{"words of ones in shogi", games.Shogi(), func(dataset.Packed) dataset.Packed {
			return dataset.Packed{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		}, "cannot be at"},
		{"more pawns than there are", games.Shogi(), func(r dataset.Packed) dataset.Packed {
			for i := range 20 {
				r = put(r, 2+i, pawn, -1)
			}
			return r
		}, "piece 1 cannot be at 146"},
		{"a piece in hand that none has", games.Shogi(), func(r dataset.Packed) dataset.Packed {
			return put(r, 5, uint64(core.NewPiece(core.First, shogi.Dragon)), -1)
		}, "cannot be at 128"},
		{"a hand in two parts", games.Shogi(), func(r dataset.Packed) dataset.Packed {
			return put(put(r, 3, uint64(core.NewPiece(core.First, shogi.Gold)), -1), 4, pawn, -1)
		}, "leave slots empty"},
		{"something behind the pieces", games.Chess(), func(r dataset.Packed) dataset.Packed { return put(r, 5, rook, -1) }, "not packed as positions are"},
		{"a late phase", games.Chess(), func(r dataset.Packed) dataset.Packed { r[1] |= 63 << 56; return r }, "phase 63 is not below 31"},
		{"a late phase of shogi", games.Shogi(), func(r dataset.Packed) dataset.Packed { r[1] |= 63 << 56; return r }, "phase 63 is not below 16"},
	} {
		t.Run(c.name, func(t *testing.T) {
			good := of[c.game.Name]
			path := filepath.Join(t.TempDir(), "values")
			w, err := dataset.CreateValues(path, dataset.Header{Game: c.game.Name, Runs: []dataset.Run{{Seed: 9, Engine: "test"}}})
			must.OK(t, err)
			for game := range uint64(20) {
				must.OK(t, w.Append(0, game, []dataset.Packed{good, c.change(good), good}))
			}
			must.OK(t, w.Close())
			d, err := Load(context.Background(), c.game, []string{path}, Options{Held: 0.3, Threads: 1, Memory: MinMemory, Temp: t.TempDir()}, func(Reading) {})
			if err == nil {
				must.OK(t, d.Close())
			}
			want := "values of game 0: position 2 is not one of " + c.game.Name + ": "
			if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// A sample that cannot be played ends the reading, too: after hours of training it would be too late.
func TestSamplesArePlayable(t *testing.T) {
	g := games.Chess()
	path := filepath.Join(t.TempDir(), "values")
	w, err := dataset.CreateValues(path, dataset.Header{Game: g.Name, Runs: []dataset.Run{{Seed: 9, Engine: "test"}}})
	must.OK(t, err)
	inCheck := packed(t, g, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1")
	inCheck[1] &^= 1 << 55 // the side that gives check moves
	for game := range uint64(20) {
		must.OK(t, w.Append(0, game, []dataset.Packed{inCheck}))
	}
	must.OK(t, w.Close())
	_, err = Load(context.Background(), g, []string{path}, Options{Held: 0.3, Threads: 1, Memory: MinMemory, Temp: t.TempDir()}, func(Reading) {})
	must.Say(t, err, "values of game")
}

// FuzzValues learns from whatever the checker takes for a position, by all inputs of both games.
func FuzzValues(f *testing.F) {
	type learner struct {
		*checker
		runs []*Run
	}
	var learners []learner
	for _, g := range games.All() {
		l := learner{checker: newChecker(g)}
		for _, in := range g.FeatureSets {
			c, _ := smallFor(f, g, in)
			l.runs = append(l.runs, open(f, c))
		}
		learners = append(learners, l)
	}
	for _, r := range []dataset.Packed{
		packed(f, games.Chess(), "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w - - 0 1"),
		packed(f, games.Shogi(), "lnsgk1snl/1r4g2/p1pppp1pp/6p2/1p5P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL b Bb 1"),
		put(packed(f, games.Chess(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 1, 4, 70), {}, {^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)},
	} {
		f.Add(r.Append(nil))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var r dataset.Packed
		for i := range r {
			var word [8]byte
			copy(word[:], bytes[min(8*i, len(bytes)):])
			r[i] = binary.LittleEndian.Uint64(word[:])
		}
		for _, l := range learners {
			if l.position(&r) != nil {
				continue
			}
			for _, run := range l.runs {
				if y := run.output(&r); !finite(y) {
					t.Errorf("%s, %s: %v", run.Game, run.Inputs, y)
				}
				if _, err := parse(run.config.Game, &r); err == nil && len(run.exported(nil, &r)) == 0 {
					t.Errorf("%s: nothing is exported", run.Inputs)
				}
			}
		}
	})
}
