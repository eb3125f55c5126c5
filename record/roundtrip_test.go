//go:build roundtrip

package record

import (
	"errors"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The targets of this file find degenerate records, such as a comment that looks like a
// statement, that do not come out as they went in. Until none is left, they run with
// -tags roundtrip only.

// roundTrip reads data, and checks that each game without a fault comes out again as it
// was, in its own format, and that it can be converted to the others.
func roundTrip(t *testing.T, data []byte, format Format, without ...string) {
	for g, err := range NewReader(strings.NewReader(string(data)), Hint{Format: format}).All() {
		var fault *Error
		if err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		}
		if g == nil {
			continue
		}
		if err := g.Walk(func(core.Position, *Node) error { return nil }); err != nil {
			t.Fatalf("a game with an illegal move: %v", err)
		}
		if fault != nil {
			continue
		}
		own := g.Source.Format
		first := write(t, g, own, Options{})
		again := readOne(t, first, Hint{Format: own, Rules: g.Rules})
		sameTree(t, again, g, without...)
		if second := write(t, again, own, Options{}); second != first {
			t.Fatalf("written again\n%s\nfirst\n%s", second, first)
		}
		for f := PGN; f < formats; f++ {
			if f.Game() != "" && f.Game() != g.Rules.Name {
				continue
			}
			converted := readOne(t, write(t, g, f, Options{}), Hint{Format: f, Rules: g.Rules})
			if f == EPD || f == FEN {
				continue
			}
			if got, want := mainLine(t, converted), mainLine(t, g); got != want {
				t.Fatalf("%s: %s, want %s", f, got, want)
			}
		}
	}
}

func FuzzPGN(f *testing.F) {
	for _, seed := range pgnSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, PGN) })
}

func FuzzKIF(f *testing.F) {
	for _, seed := range kifSeeds {
		f.Add([]byte(seed))
	}
	// KIF has seconds; what stands behind the result of KI2 has no place there.
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, KIF, "time", "terminal", "remarks") })
}

func FuzzCSA(f *testing.F) {
	for _, seed := range csaSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, CSA, "remarks") })
}

func FuzzUSI(f *testing.F) {
	f.Add([]byte("position startpos moves 7g7f 3c3d 8h2b+ resign\nstartpos moves e2e4\nsfen " + shogi.StartSFEN + " 2g2f\n"))
	f.Add([]byte("position fen " + chess.StartFEN + " moves e2e4\n# x\n" + shogi.StartSFEN + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, USI, "ends") })
}

func FuzzEPD(f *testing.F) {
	f.Add([]byte(chess.StartFEN + "\n" + chess.StartFEN[:len(chess.StartFEN)-3] + `bm e4, d4; id "a;b"; hmvc 3; D1 20;` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		roundTrip(t, data, EPD)
		games, _ := readAll(t, string(data), Hint{Format: EPD})
		for _, g := range games {
			for _, tag := range g.Tags {
				_, _ = g.OperandMoves(tag.Name)
			}
			again := readOne(t, write(t, g, EPD, Options{}), Hint{Format: EPD})
			got, _ := again.Position()
			if want, _ := g.Position(); got.String() != want.String() {
				t.Fatalf("start %s, was %s", got, want)
			}
		}
	})
}
