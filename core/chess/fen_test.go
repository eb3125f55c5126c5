package chess

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestParse(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3"
	for _, test := range []struct{ name, text, want string }{
		{"initial position", StartFEN, StartFEN},
		{"board only", kings, kings + " w - - 0 1"},
		{"two fields", kings + " b", kings + " b - - 0 1"},
		{"three fields", "4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"four fields", kings + " b - -", kings + " b - - 0 1"},
		{"five fields", kings + " b - - 12", kings + " b - - 12 1"},
		{"blanks", "  " + kings + "\t w   -  - 3   9 \n", kings + " w - - 3 9"},
		{"move number 0", kings + " w - - 0 0", kings + " w - - 0 1"},
		{"clock beyond the draw", kings + " w - - 120 90", kings + " w - - 120 90"},
		{"EPD with counters", kings + ` w - - bm Kd1; hmvc 7; fmvn 30; id "a";`, kings + " w - - 7 30"},
		{"EPD without counters", kings + ` b - - bm Kd8; id "hmvc";`, kings + " b - - 0 1"},
		{"FEN with opcodes", kings + ` w - - 4 5 bm Kd1;`, kings + " w - - 4 5"},

		{"right without rook", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", kings + " w - - 0 1"},
		{"right without king", "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"},
		{"enemy rook", "4k3/8/8/8/8/8/8/4KB1r b K - 0 1", "4k3/8/8/8/8/8/8/4KB1r b - - 0 1"},
		{"order and doubles", "r3k2r/8/8/8/8/8/8/R3K2R w qkKK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"},
		{"files for letters", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"outermost rook", "4k3/8/8/8/8/8/8/1R1RK1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/1R1RK1RR w KQ - 0 1"},
		{"inner rook", "4k3/8/8/8/8/8/8/1R1RK1RR w GD - 0 1", "4k3/8/8/8/8/8/8/1R1RK1RR w GD - 0 1"},
		{"file without rook", "4k3/8/8/8/8/8/8/R3K2R w GB - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"},

		{"en passant", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"},
		{"en passant for Black", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"},
		{"no pawn to capture it", "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"},
		{"no pawn that passed", "4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"},
		{"its square is taken", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - - 0 1"},
		{"its origin is taken", "4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/4n3/8/3Pp3/8/8/8/4K3 w - - 0 1"},
		{"of the wrong side", "4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1"},
		{"of the wrong side, with pawns that fit", "4k3/8/8/8/8/8/3Pp3/6K1 w - e3 0 1", "4k3/8/8/8/8/8/3Pp3/6K1 w - - 0 1"},
		{"pinned on the rank", "8/8/8/K2Pp2r/8/8/8/4k3 w - e6 0 1", "8/8/8/K2Pp2r/8/8/8/4k3 w - - 0 1"},
		{"pinned on the file", "3r4/8/8/3Pp3/8/8/8/3K1k2 w - e6 0 1", "3r4/8/8/3Pp3/8/8/8/3K1k2 w - - 0 1"},
		{"one of two is pinned", "3r4/8/8/3PpP2/8/8/8/3K1k2 w - e6 0 1", "3r4/8/8/3PpP2/8/8/8/3K1k2 w - e6 0 1"},
		{"captures the checker", "8/8/8/3Pp3/5K2/8/8/4k3 w - e6 0 1", "8/8/8/3Pp3/5K2/8/8/4k3 w - e6 0 1"},
		{"does not answer the check", "k7/8/8/3Pp3/8/8/3n4/5K2 w - e6 0 1", "k7/8/8/3Pp3/8/8/3n4/5K2 w - - 0 1"},

		{"nine queens and more", "QQQQQQQQ/QQQQQQQ1/8/8/8/7k/5K2/8 b - - 0 1", ""},
		{"eighteen queens", "qqqqqqqq/q7/7k/8/8/K7/Q7/QQQQQQQQ w - - 0 1", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Rules.Parse(test.text, core.Settings{})
			if test.want == "" {
				return // either answer is fine, a panic is not
			}
			must.OK(t, err)
			if got := p.String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// doubleSetup is a start of Double Chess960, where the sides have different setups.
const doubleSetup = "rkrbnqbn/pppppppp/8/8/8/8/PPPPPPPP/RBNNQBKR"

// Without Settings.Chess960 the same positions are written as X-FEN: KQkq for the
// outermost rooks, the file for others.
func TestWriteXFEN(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"Double Chess960", doubleSetup + " w HAca - 0 1", doubleSetup + " w KQkq - 0 1"},
		{"inner rooks", "rr2k1rr/8/8/8/8/8/8/R2RK1RR w GDgb - 0 1", "rr2k1rr/8/8/8/8/8/8/R2RK1RR w GDgb - 0 1"},
		{"inner and outer rooks", "rr2k1rr/8/8/8/8/8/8/R2RK1RR w GAhb - 0 1", "rr2k1rr/8/8/8/8/8/8/R2RK1RR w GQkb - 0 1"},
		{"an enemy rook beyond is none", "4k3/8/8/8/8/8/8/4K1Rr w G - 0 1", "4k3/8/8/8/8/8/8/4K1Rr w K - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := open(t, test.text, core.Settings{}).String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			back := open(t, test.want, core.Settings{Chess960: true}).String()
			if want := open(t, test.text, core.Settings{Chess960: true}).String(); back != want {
				t.Errorf("read again: %s, want %s", back, want)
			}
		})
	}
}

func TestParseChess960(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"files are written", StartFEN, strings.Replace(StartFEN, "KQkq", "HAha", 1)},
		{"files are read", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1"},
		{"mixed", "1rkr4/8/8/8/8/8/8/1RKR4 w KBkb - 0 1", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1"},
		{"X-FEN is read", "rkrbnqbn/pppppppp/8/8/8/8/PPPPPPPP/RBNNQBKR w KQkq - 0 1", doubleSetup + " w HAca - 0 1"},
		{"Double Chess960", doubleSetup + " w HAca - 0 1", doubleSetup + " w HAca - 0 1"},
		{"Double Chess960, some rights", doubleSetup + " b aH - 3 7", doubleSetup + " b Ha - 3 7"},
		{"an inner and an outer rook", "rr2k1rr/8/8/8/8/8/8/R2RK1RR w GDha - 0 1", "rr2k1rr/8/8/8/8/8/8/R2RK1RR w GDha - 0 1"},
		{"two rooks of a side: the first letter counts", "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"},
		{"the file of the king", "4k3/8/8/8/8/8/8/R3K2R w EA - 0 1", "4k3/8/8/8/8/8/8/R3K2R w A - 0 1"},
		{"the file of an enemy rook", "4k2r/8/8/8/8/8/8/R3K3 w HA - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w A - 0 1"},
		{"en passant beside castling rights", "r2k3r/8/8/3pP3/8/8/8/1R3KR1 w GBha d6 0 9", "r2k3r/8/8/3pP3/8/8/8/1R3KR1 w GBha d6 0 9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := open(t, test.text, core.Settings{Chess960: true}).String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3"
	for _, test := range []struct{ name, text, reason string }{
		{"empty", "", "empty"},
		{"blank", " \t", "empty"},
		{"a word", "startpos", "1 rank"},
		{"too long", strings.Repeat("8/", 5000), "too long"},
		{"seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"},
		{"nine ranks", kings + "/8 w - - 0 1", "9 ranks"},
		{"short rank", "4k3/8/8/7/8/8/8/4K3 w - - 0 1", `rank 5 of the board, "7", has 7 squares`},
		{"long rank", "4k3/8/8/8/8/ppppppppp/8/4K3 w - - 0 1", "rank 3"},
		{"digit 9", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "strange letter '9'"},
		{"digit 0", "4k3/80/8/8/8/8/8/4K3 w - - 0 1", "strange letter '0'"},
		{"letter", "4k3/8/8/8/4x3/8/8/4K3 w - - 0 1", "strange letter 'x'"},
		{"beyond ASCII", "4k3/8/8/8/4é3/8/8/4K3 w - - 0 1", "strange letter"},
		{"empty board", "8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"},
		{"no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"},
		{"two kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"},
		{"pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn on a1"},
		{"pawn on the last rank", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on h8"},
		{"too many pieces", "rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "40 pieces"},
		{"opponent in check", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "king on e8 can be captured"},
		{"kings touch", "8/8/8/8/8/4k3/4K3/8 w - - 0 1", "can be captured"},
		{"side", kings + " x - - 0 1", `side to move is "x"`},
		{"castling letter", kings + " w KX - 0 1", "strange letter 'X'"},
		{"castling letters", kings + " w KQkqK - 0 1", "more than 4"},
		{"en passant word", kings + " w - e9 0 1", `en passant square is "e9"`},
		{"en passant rank", kings + " w - e4 0 1", "en passant square"},
		{"negative clock", kings + " w - - -1 1", "halfmove clock"},
		{"huge clock", kings + " w - - 99999999999999999999 1", "halfmove clock"},
		{"negative move number", kings + " w - - 0 -3", "move number"},
		{"clock of an EPD", kings + " w - - hmvc x;", "halfmove clock"},
		{"junk", kings + " w - - 0 1 \x01\x02", `"\x01\x02" stands where`},
		{"doubled keyword", "fen " + StartFEN, "1 rank"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Rules.Parse(test.text, core.Settings{})
			if err == nil {
				t.Fatalf("accepted as %s", p)
			}
			if p != nil {
				t.Error("an error and a position")
			}
			must.Has(t, err.Error(), test.reason)
			if len(err.Error()) > 200 {
				t.Errorf("error has %d bytes", len(err.Error()))
			}
		})
	}
}

// FuzzParse checks that any text is either refused or read as a position that
// can be written, read again and played.
func FuzzParse(f *testing.F) {
	for _, theme := range themes {
		f.Add(theme.fen, theme.chess960)
	}
	for _, text := range []string{"", "8/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/4K3 w - - hmvc 4;", "QQQQQQQQ/QQQQQQQ1/8/8/8/7k/5K2/8 b - - 0 1",
		"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/1R1RK1RR w GD - 99 4"} {
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, chess960 bool) {
		s := core.Settings{Chess960: chess960}
		p, err := parse(text, s)
		if err != nil {
			return
		}
		fen := p.String()
		q, err := parse(fen, s)
		if err != nil {
			t.Fatalf("%q is written as %s, which is refused: %v", text, fen, err)
		}
		if q.String() != fen || q.Key() != p.Key() {
			t.Fatalf("%q is written as %s and then as %s", text, fen, q)
		}
		before := snapshot(p)
		for _, m := range legal(p) {
			name := p.FormatMove(m)
			if back, err := p.ParseMove(name); err != nil || back != m {
				t.Fatalf("%s: move %s is read as %#x: %v", fen, name, back, err)
			}
			check := p.GivesCheck(m)
			p.SEE(m, 0)
			p.Do(m, nil)
			if p.Key() != p.scratchKey() || p.InCheck() != check {
				t.Fatalf("%s: wrong after %s", fen, name)
			}
			p.Outcome(1)
			p.Undo()
		}
		if !same(before, snapshot(p)) {
			t.Fatalf("%s: not restored", fen)
		}
	})
}
