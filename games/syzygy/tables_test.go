package syzygy

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func TestOpen(t *testing.T) {
	files := written()
	queens := folder(t, map[string][]byte{"KQvK.rtbw": files["KQvK.rtbw"], "KQvK.rtbz": files["KQvK.rtbz"], "readme.txt": nil})
	rooks := folder(t, map[string][]byte{"KRvK.rtbw": files["KRvK.rtbw"], "KBvK.rtbz": files["KBvK.rtbz"]})
	broken := folder(t, map[string][]byte{"KQvK.rtbw": files["KQvK.rtbw"][:100], "KRvK.rtbw": nil})
	if err := os.MkdirAll(filepath.Join(rooks, "KNvK.rtbw"), 0o700); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(rooks, "none")
	separator := string(os.PathListSeparator)
	tests := []struct {
		name          string
		folders       []string
		men, wdl, dtz int
		warnings      []string
	}{
		{"nothing", nil, 0, 0, 0, nil},
		{"separators", []string{"", "", ""}, 0, 0, 0, nil},
		{"one", []string{queens}, 3, 1, 1, nil},
		{"a separator behind it", []string{queens, ""}, 3, 1, 1, nil},
		{"a folder named as a table", []string{rooks}, 3, 1, 1, []string{"KNvK.rtbw: not a file"}},
		{"two", []string{queens, rooks}, 3, 2, 2, []string{"not a file"}},
		{"one twice", []string{queens, queens}, 3, 1, 1, nil},
		{"none", []string{none}, 0, 0, 0, []string{none}},
		{"none and one", []string{none, queens}, 3, 1, 1, []string{none}},
		{"a file", []string{filepath.Join(queens, "readme.txt")}, 0, 0, 0, []string{"readme.txt"}},
		{"broken", []string{broken}, 0, 0, 0, []string{"KQvK.rtbw", "KRvK.rtbw"}},
		{"broken, then whole", []string{broken, queens}, 3, 1, 1, []string{"KQvK.rtbw", "KRvK.rtbw"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tables, warnings := Open(strings.Join(test.folders, separator))
			defer tables.Close()
			if wdl, dtz := tables.Count(); tables.Men() != test.men || wdl != test.wdl || dtz != test.dtz {
				t.Errorf("%d pieces, %d and %d tables", tables.Men(), wdl, dtz)
			}
			if len(warnings) != len(test.warnings) {
				t.Fatalf("warnings %q", warnings)
			}
			for i, want := range test.warnings {
				if !strings.Contains(warnings[i].Error(), want) {
					t.Errorf("warning %q, want %q", warnings[i], want)
				}
			}
			p := position(t, "8/8/8/8/8/2k5/8/K6Q w - - 0 1")
			hasQueens := slices.Contains(test.folders, queens)
			if w, ok := tables.WDL(p); ok != hasQueens || ok && w != Win {
				t.Errorf("%v %v", w, ok)
			}
		})
	}
}

// What the tables know nothing of.
func TestUncovered(t *testing.T) {
	files := maps.Clone(written())
	delete(files, "KNvK.rtbw") // a pawn may become a knight
	tables := open(t, folder(t, files))
	tests := []struct {
		fen      string
		wdl, dtz bool
	}{
		{"8/8/8/8/8/2k5/8/K6Q w - - 0 1", true, true},
		{"8/8/8/8/8/2K5/8/k6q b - - 0 1", true, true},
		{"8/8/8/8/8/2k5/8/K7 w - - 0 1", true, true},
		{"8/8/8/8/8/2k5/8/4K2R w - - 0 1", true, true},
		{"8/8/8/8/8/2k5/8/4K2R w K - 0 1", false, false}, // castling
		{"8/8/8/8/8/2k5/8/K5QQ w - - 0 1", false, false},
		{"8/8/8/8/8/2k5/8/K6N w - - 0 1", false, false},
		{"8/6kP/8/8/8/8/8/K7 w - - 0 1", true, false}, // needs the knight
		{"8/8/8/8/8/7P/2k5/K7 w - - 0 1", true, true},
		{chess.StartFEN, false, false},
	}
	for _, test := range tests {
		p := position(t, test.fen)
		if w, ok := tables.WDL(p); ok != test.wdl {
			t.Errorf("%s: %v %v", test.fen, w, ok)
		}
		if plies, ok := tables.DTZ(p); ok != test.dtz {
			t.Errorf("%s: DTZ %d %v", test.fen, plies, ok)
		}
		if w, ok := tables.Probe(p, 2); ok && p.Occupied()&(p.Occupied()-1)&^p.Pieces(0, chess.King)&^p.Pieces(1, chess.King) != 0 {
			t.Errorf("%s: %d beyond the limit", test.fen, w)
		}
		if w, ok := tables.Probe(p, 7); ok != test.wdl {
			t.Errorf("%s: Probe %d %v", test.fen, w, ok)
		}
	}
	if w, ok := tables.Probe(shogi.Rules.Start(core.Settings{}), 7); ok {
		t.Errorf("a result %d of shogi", w)
	}
}

// After Close there is nothing.
func TestClose(t *testing.T) {
	tables := open(t, folder(t, written()))
	p := position(t, "8/8/8/8/8/2k5/8/K6Q w - - 0 1")
	if _, ok := tables.WDL(p); !ok {
		t.Error("no result")
	}
	for range 2 {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
		if w, ok := tables.WDL(p); ok || tables.Men() != 0 {
			t.Errorf("%v of %d pieces", w, tables.Men())
		}
	}
}

// Many goroutines probe tables that none has mapped yet, and all see the same.
func TestConcurrent(t *testing.T) {
	path := folder(t, written())
	quiet := open(t, path)
	type answer struct {
		fen   string
		wdl   WDL
		plies int
	}
	rng := rand.New(rand.NewPCG(13, 14))
	var answers []answer
	for n := range 200 {
		p := position(t, randomState(rng, newEnding(threeNames[n%len(threeNames)])).fen(0))
		w, ok := quiet.WDL(p)
		plies, ok2 := quiet.DTZ(p)
		if !ok || !ok2 {
			t.Fatalf("%s: %v %v", p, ok, ok2)
		}
		answers = append(answers, answer{p.String(), w, plies})
	}
	for range 3 {
		tables := open(t, path)
		var group sync.WaitGroup
		for g := range 256 {
			group.Go(func() {
				for i := range 20 {
					a := answers[(g+i*7)%len(answers)]
					p := position(t, a.fen)
					w, ok := tables.WDL(p)
					plies, ok2 := tables.DTZ(p)
					if !ok || !ok2 || w != a.wdl || plies != a.plies {
						t.Errorf("%s: %v %d, want %v %d", a.fen, w, plies, a.wdl, a.plies)
					}
				}
			})
		}
		group.Wait()
	}
}

func TestAllocations(t *testing.T) {
	tables := open(t, folder(t, written()))
	for _, fen := range []string{"8/8/8/8/8/2k5/8/K6Q w - - 0 1", "8/P7/8/8/8/2k5/8/K7 b - - 0 1", "8/8/8/8/8/8/1k6/1Q5K b - - 0 1"} {
		p := position(t, fen)
		var g core.Game = p
		for name, probe := range map[string]func(){
			"WDL":   func() { tables.WDL(p) },
			"DTZ":   func() { tables.DTZ(p) },
			"Probe": func() { tables.Probe(g, 7) },
		} {
			if n := testing.AllocsPerRun(100, probe); n != 0 {
				t.Errorf("%s: %s allocates %v times", fen, name, n)
			}
		}
	}
}

func TestWDLNames(t *testing.T) {
	for w, want := range map[WDL]string{-3: "no result", Loss: "loss", BlessedLoss: "blessed loss", Draw: "draw",
		CursedWin: "cursed win", Win: "win", 3: "no result"} {
		if got := w.String(); got != want {
			t.Errorf("%d is a %s", int8(w), got)
		}
	}
}

func ExampleOpen() {
	tables, warnings := Open("testdata/none")
	fmt.Println(tables.Men(), len(warnings))
	// Output: 0 1
}

func BenchmarkWDL(b *testing.B) { benchmark(b, func(t *Tables, p *chess.Position) { t.WDL(p) }) }
func BenchmarkDTZ(b *testing.B) { benchmark(b, func(t *Tables, p *chess.Position) { t.DTZ(p) }) }

func benchmark(b *testing.B, probe func(*Tables, *chess.Position)) {
	tables := shared(b)
	rng := rand.New(rand.NewPCG(15, 16))
	var positions []*chess.Position
	for _, name := range []string{"KQvKR", "KRPvK", "KPvKP", "KBNvK", "KRvKP"} {
		for range 20 {
			positions = append(positions, position(b, randomState(rng, newEnding(name)).fen(0)))
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		probe(tables, positions[i%len(positions)])
	}
}
