package shogi

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
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
			if err != nil {
				t.Fatal(err)
			}
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

func TestParseRejects(t *testing.T) {
	const kings = "4k4/9/9/9/9/9/9/9/4K4"
	for _, c := range []struct{ name, sfen, reason string }{
		{"empty", "", "0 fields"},
		{"board only", kings, "1 fields"},
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
			if !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error %q does not say %q", err, c.reason)
			}
			if p != nil {
				t.Error("an error and a position")
			}
		})
	}
}

func TestParseMove(t *testing.T) {
	const (
		zone = "7k1/P3B4/1LN6/4R4/9/9/9/9/4K4 b 2GP 1" // moves into and out of the last ranks
		pin  = "4r3k/9/9/4G4/9/9/9/9/4K4 b P 1"
	)
	for _, c := range []struct{ name, sfen, text, want string }{
		{"move", StartSFEN, "7g7f", "7g7f"},
		{"equals sign", StartSFEN, "7g7f=", "7g7f"},
		{"drop", zone, "G*5e", "G*5e"},
		{"drop by a small letter", zone, "g*5e", "G*5e"},
		{"promotion", zone, "8c8b+", "8c8b+"},
		{"lance on the second rank stays", zone, "8c8b", "8c8b"},
		{"bishop stays", zone, "5b4c", "5b4c"},
		{"rook stays", zone, "5d5c=", "5d5c"},
		{"from the zone", zone, "5b6c+", "5b6c+"},

		{"pawn must promote", zone, "9b9a", "!must promote"},
		{"knight must promote", zone, "7c6a", "!must promote"},
		{"knight does not step", zone, "7c7b", "!does not move so"},
		{"lance must promote", zone, "8c8a", "!must promote"},
		{"promotion outside the zone", StartSFEN, "7g7f+", "!last three ranks"},
		{"gold does not promote", "4k4/9/3G5/9/9/9/9/9/4K4 b - 1", "6c6b+", "!cannot promote"},
		{"no piece", StartSFEN, "5e5d", "!no piece"},
		{"the opponent's piece", StartSFEN, "3c3d", "!opponent's"},
		{"own piece there", StartSFEN, "2h2g", "!in the way"},
		{"through a piece", StartSFEN, "2h2f", "!does not move so"},
		{"no such piece in hand", StartSFEN, "P*5e", "!in hand"},
		{"king in hand", StartSFEN, "K*5e", "!in hand"},
		{"drop on a piece", zone, "G*5b", "!occupied"},
		{"drop on the last rank", zone, "P*1a", "!never move"},
		{"nifu", zone, "P*9e", "!nifu"},
		{"pawn drop mate", "7nk/9/7GG/9/9/9/9/9/4K4 b P 1", "P*1b", "!uchifuzume"},
		{"pinned", pin, "5d4d", "!in check"},
		{"pinned but on the line", pin, "5d5c", "5d5c"},
		{"king into check", pin, "5i5h", "5i5h"},
		{"king into check", "4k4/9/9/9/9/9/9/r8/4K4 b - 1", "5i5h", "!in check"},
		{"check not parried", "4r3k/9/9/9/9/9/9/9/4K4 b P 1", "P*4e", "!in check"},
		{"check parried", "4r3k/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", "P*5e"},
		{"empty", StartSFEN, "", "!no move"},
		{"short", StartSFEN, "7g7", "!no move"},
		{"long", StartSFEN, "7g7f++", "!no move"},
		{"strange ending", StartSFEN, "7g7fx", "!no move"},
		{"rank j", StartSFEN, "7g7j", "!no move"},
		{"file 0", StartSFEN, "0g7f", "!no move"},
		{"capital ranks", StartSFEN, "7G7F", "!no move"},
		{"promoting drop", zone, "G*5e+", "!no move"},
		{"unknown piece", zone, "X*5e", "!no move"},
		{"resign", StartSFEN, "resign", "!no move"},
		{"null move", StartSFEN, "0000", "!no move"},
		{"multibyte", StartSFEN, "7七7f", "!no move"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.sfen)
			m, err := p.ParseMove(c.text)
			if reason, bad := strings.CutPrefix(c.want, "!"); bad {
				if err == nil || !strings.Contains(err.Error(), reason) || m != core.NoMove {
					t.Errorf("%s: %s, error %v, want %q", c.text, p.FormatMove(m), err, reason)
				}
				return
			}
			if err != nil || p.FormatMove(m) != c.want || p.Expand(m.ID()) != m {
				t.Errorf("%s: %s, error %v", c.text, p.FormatMove(m), err)
			}
		})
	}
}

func TestFormatMove(t *testing.T) {
	p := position(t, StartSFEN)
	if got := p.FormatMove(core.NoMove) + " " + p.FormatMove(core.NullMove); got != "resign 0000" {
		t.Error(got)
	}
	stroll(t, 16, 40, func(p *Position) {
		for _, m := range generate(p, core.AllMoves) {
			if back, err := p.ParseMove(p.FormatMove(m)); err != nil || back != m {
				t.Fatalf("%v: %s read as %#x, error %v", p, p.FormatMove(m), back, err)
			}
		}
	})
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

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"7g7f", "8h2b+", "P*5e", "p*5e", "2h2i=", "resign", "0000"} {
		f.Add(0, text)
		f.Add(1, text)
	}
	f.Fuzz(func(t *testing.T, n int, text string) {
		p := position(t, samples[uint(n)%uint(len(samples))])
		m, err := p.ParseMove(text)
		if (err == nil) == (m == core.NoMove) {
			t.Fatalf("%q: move %#x, error %v", text, m, err)
		}
		if err != nil {
			return
		}
		var list core.MoveList
		p.Generate(core.AllMoves, &list)
		if !list.Contains(m) {
			t.Fatalf("%q: %s is not in the list", text, p.FormatMove(m))
		}
	})
}

func Example() {
	p := Rules.Start(core.Settings{})
	for _, text := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*3c"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Do(m, nil)
	}
	fmt.Println(p, p.InCheck())
	fmt.Print(p.Diagram())
	// Output:
	// lnsgkg1nl/1r5s1/ppppppBpp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6 true
	// White in hand: b1
	//   9  8  7  6  5  4  3  2  1
	//   l  n  s  g  k  g  .  n  l  a
	//   .  r  .  .  .  .  .  s  .  b
	//   p  p  p  p  p  p  B  p  p  c
	//   .  .  .  .  .  .  p  .  .  d
	//   .  .  .  .  .  .  .  .  .  e
	//   .  .  P  .  .  .  .  .  .  f
	//   P  P  .  P  P  P  P  P  P  g
	//   .  .  .  .  .  .  .  R  .  h
	//   L  N  S  G  K  G  S  N  L  i
	// Black in hand:
	// White to move, move 6
}

func ExampleAttacks() {
	p := Rules.Start(core.Settings{}).(*Position)
	for b := Attacks(core.First, Rook, p.Pieces(core.First, Rook).First(), p.Occupied()); b.Any(); {
		fmt.Print(SquareName(b.Pop()), " ")
	}
	// Output: 1h 2g 2i 3h 4h 5h 6h 7h 8h
}
