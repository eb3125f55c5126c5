package board_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/board"
)

// style returns the style of a game.
func style(t testing.TB, game string) *board.Style {
	t.Helper()
	s, known := board.For(game)
	if !known {
		t.Fatalf("no style for %s", game)
	}
	return s
}

func ExampleStyle_Move() {
	s, _ := board.For("shogi")
	from, to, _ := s.Move("7g7f", false)
	fmt.Println(from, to)
	// Output: 56 47
}

func ExamplePosition_Delta() {
	s, _ := board.For("chess")
	before, _ := s.Parse("8/8/8/8/8/8/4P3/8 w - - 0 1")
	after, _ := s.Parse("8/8/8/8/4P3/8/8/8 b - - 0 1")
	fmt.Println(after.Delta(before, 52, 36))
	// Output: 52.36P
}

func TestEveryGameHasAStyle(t *testing.T) {
	for _, g := range games.All() {
		s := style(t, g.Name)
		p := g.Start(core.Settings{})
		if got := s.Columns * s.Rows; got != p.GameInfo().Squares {
			t.Errorf("%s: %d squares, want %d", g.Name, got, p.GameInfo().Squares)
		}
		kinds := s.Kinds()
		if len(kinds) != p.GameInfo().PieceTypes {
			t.Errorf("%s: %d kinds, want %d", g.Name, len(kinds), p.GameInfo().PieceTypes)
		}
		symbols := s.Symbols()
		for kind, letter := range kinds {
			for _, id := range []string{letter, strings.ToLower(letter)} {
				if !strings.Contains(symbols, `id="p-`+id+`"`) {
					t.Errorf("%s: kind %d has no symbol %s", g.Name, kind, id)
				}
			}
		}
	}
	if _, known := board.For("go"); known {
		t.Error("go has a style")
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, game, text string
		want             string // what differs from an empty board; "": an error
	}{
		{"two kings", "chess", "k7/8/8/8/8/8/8/7K w - - 0 1", "00k63K"},
		{"placement alone", "chess", "k7/8/8/8/8/8/8/7K", "00k63K"},
		{"hands", "shogi", "k8/9/9/9/9/9/9/9/8K b R2Pb10p 1", "00k80K811872891" + "94a"},
		{"promoted", "shogi", "k8/9/9/9/4+B4/9/9/9/4+p3K b - 1", "00k40+B76+p80K"},
		{"nothing", "chess", "", ""},
		{"seven rows", "chess", "8/8/8/8/8/8/8", ""},
		{"a short row", "chess", "k6/8/8/8/8/8/8/7K", ""},
		{"a long row", "chess", "k8/8/8/8/8/8/8/7K", ""},
		{"a letter of no piece", "chess", "x7/8/8/8/8/8/8/7K", ""},
		{"promoted in chess", "chess", "+k7/8/8/8/8/8/8/7K", ""},
		{"a lone plus", "shogi", "k7+/9/9/9/9/9/9/9/9 b - 1", ""},
		{"a king in hand", "shogi", "9/9/9/9/9/9/9/9/9 b K 1", ""},
		{"a number without a piece", "shogi", "9/9/9/9/9/9/9/9/9 b 2 1", ""},
		{"too many", "shogi", "9/9/9/9/9/9/9/9/9 b 99P 1", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := style(t, test.game)
			p, err := s.Parse(test.text)
			if (err == nil) != (test.want != "") {
				t.Fatalf("error %v", err)
			}
			if err == nil && p.Delta(s.Empty()) != test.want {
				t.Errorf("%s, want %s", p.Delta(s.Empty()), test.want)
			}
		})
	}
}

func TestMove(t *testing.T) {
	tests := []struct {
		game, move string
		second     bool
		from, to   int
		ok         bool
	}{
		{"chess", "e2e4", false, 52, 36, true},
		{"chess", "a7a8q", false, 8, 0, true},
		{"shogi", "9a1i+", false, 0, 80, true},
		{"shogi", "P*5e", false, 87, 40, true},
		{"shogi", "R*5e", true, 88, 40, true},
		{"shogi", "K*5e", false, 0, 0, false},
		{"chess", "P*e4", false, 0, 0, false},
		{"chess", "i2e4", false, 0, 0, false},
		{"chess", "e9e4", false, 0, 0, false},
		{"chess", "e2", false, 0, 0, false},
		{"chess", "", false, 0, 0, false},
	}
	for _, test := range tests {
		from, to, ok := style(t, test.game).Move(test.move, test.second)
		if ok != test.ok || ok && (from != test.from || to != test.to) {
			t.Errorf("%s: %d to %d, %v", test.move, from, to, ok)
		}
	}
}

func TestDirtyPiecesNamesTheFirstPlacesFirst(t *testing.T) {
	s := style(t, "chess")
	before, _ := s.Parse("8/8/8/8/8/8/8/4K2R")
	after, _ := s.Parse("8/8/8/8/8/8/8/5RK1")
	if got := after.Delta(before, 60, 62); got != "60.62K61R63." {
		t.Errorf("castling is %s", got)
	}
	if got := after.Delta(before, 0, 63, 900); got != "63.60.61R62K" {
		t.Errorf("with places that did not change: %s", got)
	}
	if got := after.Delta(after); got != "" {
		t.Errorf("nothing is %q", got)
	}
}

// attributes returns the values of an attribute in all elements of a name, and the error
// of reading the XML.
func attributes(text, element, name string) (values []string, err error) {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return values, nil
		}
		if err != nil {
			return values, err
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == element {
			for _, a := range e.Attr {
				if a.Name.Local == name {
					values = append(values, a.Value)
				}
			}
		}
	}
}

func TestSVG(t *testing.T) {
	for _, g := range games.All() {
		s := style(t, g.Name)
		p, err := s.Parse(g.Start(core.Settings{}).String())
		must.OK(t, err)
		picture := board.Picture{Style: s, Position: p, Marks: []int{0, 999, -1}, Arrows: [][]int{{0, 10}}, Label: `<"a">`}
		text := picture.SVG()
		pieces, err := attributes(text, "use", "href")
		if want := len(slices.DeleteFunc(slices.Clone(p), func(s string) bool { return s == "." || s == "0" })); err != nil || len(pieces) != want {
			t.Errorf("%s: %d pieces, want %d; error %v", g.Name, len(pieces), want, err)
		}
		if label, _ := attributes(text, "svg", "aria-label"); !slices.Equal(label, []string{`<"a">`}) {
			t.Errorf("the label is %q", label)
		}
		if arrows, _ := attributes(text, "path", "marker-end"); len(arrows) != 1 {
			t.Errorf("%d arrows", len(arrows))
		}
		picture.Arrows = [][]int{{0, 999}}
		if strings.Contains(picture.SVG(), "marker-end") {
			t.Error("an arrow leads off the board")
		}
		if _, err := attributes(s.Symbols(), "svg", ""); err != nil {
			t.Errorf("%s: symbols: %v", g.Name, err)
		}
		if again := s.Symbols(); again != s.Symbols() {
			t.Errorf("%s: symbols differ from one time to another", g.Name)
		}
		if strings.Contains(s.Symbols(), "<text") {
			t.Errorf("%s: pieces need a font", g.Name)
		}
	}
}

func TestHandsAreDrawn(t *testing.T) {
	s := style(t, "shogi")
	p, err := s.Parse("9/9/9/9/9/9/9/9/9 b 3Pg 1")
	must.OK(t, err)
	text := (&board.Picture{Style: s, Position: p}).SVG()
	if pieces, _ := attributes(text, "use", "href"); !slices.Equal(pieces, []string{"#p-P", "#p-g"}) {
		t.Errorf("the hands hold %q", pieces)
	}
	if !strings.Contains(text, `class="number"`) || !strings.Contains(text, ">3</text>") {
		t.Errorf("no number of pawns in\n%s", text)
	}
}

// A position that was read is drawn, and deltas lead from an empty board back to it.
func FuzzParse(f *testing.F) {
	f.Add("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f.Add("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2Pb 1")
	f.Fuzz(func(t *testing.T, game, text string) {
		s, known := board.For(game)
		if !known {
			return
		}
		p, err := s.Parse(text)
		if err != nil {
			return
		}
		if _, err := attributes((&board.Picture{Style: s, Position: p}).SVG(), "svg", ""); err != nil {
			t.Error(err)
		}
		delta := p.Delta(s.Empty())
		for i := 0; i < len(delta); {
			var place int
			if _, err := fmt.Sscanf(delta[i:i+2], "%02d", &place); err != nil || !strings.HasPrefix(delta[i+2:], p[place]) {
				t.Fatalf("%s at %d", delta, i)
			}
			i += 2 + len(p[place])
		}
	})
}
