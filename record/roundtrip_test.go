package record

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The targets of this file look for degenerate records, such as a comment that looks like a
// statement, that do not come out as they went in.

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
		sameFacts(t, again, g)
		if second := write(t, again, own, Options{}); second != first {
			t.Fatalf("written again\n%s\nfirst\n%s", second, first)
		}
		for f := PGN; f < formats; f++ {
			if f.Game() != "" && f.Game() != g.Rules.Name {
				continue
			}
			converted := readOne(t, write(t, g, f, Options{}), Hint{Format: f, Rules: g.Rules, Settings: g.Settings})
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
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, KIF, "time") })
}

func FuzzCSA(f *testing.F) {
	for _, seed := range csaSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, CSA) })
}

func FuzzUSI(f *testing.F) {
	f.Add([]byte("position startpos moves 7g7f 3c3d 8h2b+ resign\nstartpos moves e2e4\nsfen " + shogi.StartSFEN + " 2g2f\n"))
	f.Add([]byte("position fen " + chess.StartFEN + " moves e2e4\n# x\n" + shogi.StartSFEN + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, USI) })
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

// sameFacts reports what is lost of all that does not belong to a move.
func sameFacts(t *testing.T, got, want *Game) {
	t.Helper()
	p, err := got.Position()
	if err != nil {
		t.Fatal(err)
	}
	q, err := want.Position()
	if err != nil {
		t.Fatal(err)
	}
	if p.String() != q.String() || got.Settings != want.Settings {
		t.Fatalf("start %s, was %s", p, q)
	}
	if got.Result != want.Result || got.Ending != want.Ending {
		t.Fatalf("%s by %s, was %s by %s", got.Result, got.Ending, want.Result, want.Ending)
	}
	for _, tag := range want.Tags {
		switch tag.Name {
		case TagHandicap, TagFEN, TagSetUp, TagResult: // written from the game
			continue
		}
		if !slices.Contains(got.Tags, tag) {
			t.Fatalf("tags %q, were %q", got.Tags, want.Tags)
		}
	}
}
