package shogi

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, sfen string
		written    string // as String writes it; empty: unchanged
	}{
		{"start", StartSFEN, ""},
		{"without a move number", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -", StartSFEN},
		{"move number 0", "4k4/9/9/9/9/9/9/9/4K4 b - 0", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
		{"late in the game", "4k4/9/9/9/9/9/9/9/4K4 w - 512", ""},
		{"many spaces", "  4k4/9/9/9/9/9/9/9/4K4   b  -  1 ", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
		{"hands in any order", "4k4/9/9/9/9/9/9/9/4K4 b 3p2pLbR2G 1", "4k4/9/9/9/9/9/9/9/4K4 b R2GLb5p 1"},
		{"count of one written", "4k4/9/9/9/9/9/9/9/4K4 b 1P1p 1", "4k4/9/9/9/9/9/9/9/4K4 b Pp 1"},
		{"all pawns in one hand", "4k4/9/9/9/9/9/9/9/4K4 b 18P 1", ""},
		{"digits in a row", "4k13/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
		{"handicap of two pieces", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", ""},
		{"bare king against all", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", ""},
		{"in check", "4k4/9/4L4/9/9/9/9/9/4K4 w - 1", ""},
		{"matsuri", matsuri, ""},
		{"all promoted", "+P+L+N+S1+B+R2/9/9/9/k7K/9/9/9/+p+l+n+s1+b+r2 b - 1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Rules.Parse(c.sfen, core.Settings{})
			must.OK(t, err)
			want := c.written
			if want == "" {
				want = c.sfen
			}
			if p.String() != want {
				t.Errorf("written %s, want %s", p, want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	const kings = "4k4/9/9/9/9/9/9/9/4K4"
	for _, c := range []struct{ name, sfen, reason string }{
		{"empty", "", "0 fields"},
		{"board only", kings, "1 field,"},
		{"no hands", kings + " b", "2 fields"},
		{"too many fields", kings + " b - 1 moves", "5 fields"},
		{"too long", kings + " b - " + strings.Repeat("0", 300), "too long"},
		{"eight ranks", "4k4/9/9/9/9/9/9/4K4 b - 1", "8 ranks"},
		{"ten ranks", kings + "/9 b - 1", "10 ranks"},
		{"short rank", "4k4/8/9/9/9/9/9/9/4K4 b - 1", "rank b"},
		{"long rank by digits", "4k4/9/91/9/9/9/9/9/4K4 b - 1", "rank c"},
		{"long rank by pieces", "4k4/9/9/9/9/9/9/9/PPPPKPPPPP b - 1", "rank i"},
		{"empty rank", "4k4//9/9/9/9/9/9/4K4 b - 1", "rank b"},
		{"zero", "4k40/9/9/9/9/9/9/9/4K4 b - 1", "rank a: strange letter '0'"},
		{"unknown letter", "4k4/9/9/9/9/9/9/9/4K3X b - 1", "rank i: strange letter 'X'"},
		{"byte beyond ASCII", "4k4/9/9/9/9/9/9/9/4K3\xff b - 1", "rank i"},
		{"promoted gold", "4k4/9/9/9/9/9/9/9/4K3+G b - 1", "strange letter 'G'"},
		{"promoted king", "4k4/9/9/9/9/9/9/9/4+K4 b - 1", "strange letter 'K'"},
		{"promoted gap", "4k4/9/9/9/9/9/9/9/4K+4 b - 1", "strange letter '4'"},
		{"two plus signs", "4k4/9/9/9/9/9/9/9/4K3++P b - 1", "two signs"},
		{"plus at the end", "4k4/9/9/9/9/9/9/9/4K4+ b - 1", "rank i"},
		{"side", kings + " x - 1", `side "x"`},
		{"capital side", kings + " B - 1", `side "B"`},
		{"king in hand", kings + " b K 1", "strange letter 'K'"},
		{"promoted piece in hand", kings + " b +P 1", "strange letter '+'"},
		{"dangling count", kings + " b P2 1", "without a piece"},
		{"count of zero", kings + " b 0P 1", "count"},
		{"three digits", kings + " b 100P 1", "count"},
		{"19 pawns in hand", kings + " b 19P 1", "too many pawns"},
		{"huge count", kings + " b 99999P 1", "count"},
		{"three rooks in hand", kings + " b 2RR 1", "too many rooks"},
		{"three rooks over both hands", kings + " b 2Rr 1", "3 rooks"},
		{"five golds with the board", "4k4/9/9/9/9/9/9/9/3GK4 b 4g 1", "5 golds"},
		{"promoted ones count", "4k4/9/9/9/9/9/9/9/3+BK4 b 2b 1", "3 bishops"},
		{"move number in letters", kings + " b - one", "move number"},
		{"negative move number", kings + " b - -1", "move number"},
		{"huge move number", kings + " b - 99999999999999999999", "move number"},
		{"no king", "9/9/9/9/9/9/9/9/9 b - 1", "there is no king"},
		{"no king to mate for black", "9/9/9/9/9/9/9/9/R3K4 b - 1", "white has no king"},
		{"no king to mate for white", "4k4/9/4P4/9/9/9/9/9/9 w G 1", "black has no king"},
		{"two kings", "4k4/9/9/9/9/9/9/9/K3K4 b - 1", "two kings"},
		{"two pawns on a file", "4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1", "two pawns on file 5"},
		{"two white pawns on the last file", "4k4/8p/9/9/8p/9/9/9/4K4 b - 1", "two pawns on file 1"},
		{"dead pawn", "P3k4/9/9/9/9/9/9/9/4K4 b - 1", "pawn on 9a"},
		{"dead white lance", "4k4/9/9/9/9/9/9/9/4K3l b - 1", "lance on 1i"},
		{"dead knight", "4k4/N8/9/9/9/9/9/9/4K4 b - 1", "knight on 9b"},
		{"other side in check", "4k4/4P4/9/9/9/9/9/9/4K4 b - 1", "not to move is in check"},
		{"kings next to each other", "4k4/4K4/9/9/9/9/9/9/9 b - 1", "not to move is in check"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Rules.Parse(c.sfen, core.Settings{})
			if err == nil {
				t.Fatalf("taken as %v", p)
			}
			must.Has(t, err.Error(), c.reason)
			if p != nil {
				t.Error("an error and a position")
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, sfen := range samples {
		f.Add(sfen)
	}
	f.Add("4k4/9/9/9/4P4/9/4P4/9/4K4 b 2P19p 1")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Rules.Parse(text, core.Settings{})
		if err != nil {
			return
		}
		again, err := Rules.Parse(p.String(), core.Settings{})
		if err != nil || again.String() != p.String() || again.Key() != p.Key() {
			t.Fatalf("%q reads as %v, then as %v, error %v", text, p, again, err)
		}
		// What is accepted must be playable.
		var list core.MoveList
		p.Generate(core.AllMoves, &list)
		for _, m := range list.Slice() {
			p.Do(m, nil)
			p.MateInOne()
			p.Undo()
		}
		p.Verdict()
		_ = p.Diagram()
	})
}
