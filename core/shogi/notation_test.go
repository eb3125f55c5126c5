package shogi

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

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
			p := open(t, c.sfen)
			m, err := p.ParseMove(c.text)
			if reason, bad := strings.CutPrefix(c.want, "!"); bad {
				if err == nil || !strings.Contains(err.Error(), reason) || m != core.NoMove {
					t.Errorf("%s: %s, error %v, want %q", c.text, p.FormatMove(m), err, reason)
				}
				return
			}
			if err != nil || p.FormatMove(m) != c.want || p.ValidateMove(m.ID()) != m {
				t.Errorf("%s: %s, error %v", c.text, p.FormatMove(m), err)
			}
		})
	}
}

func TestFormatMove(t *testing.T) {
	p := open(t, StartSFEN)
	if got := p.FormatMove(core.NoMove) + " " + p.FormatMove(core.NullMove); got != "resign 0000" {
		t.Error(got)
	}
	roam(t, 16, 40, func(p *Position) {
		for _, m := range generate(p, core.AllMoves) {
			if back, err := p.ParseMove(p.FormatMove(m)); err != nil || back != m {
				t.Fatalf("%v: %s read as %#x, error %v", p, p.FormatMove(m), back, err)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"7g7f", "8h2b+", "P*5e", "p*5e", "2h2i=", "resign", "0000"} {
		f.Add(0, text)
		f.Add(1, text)
	}
	f.Fuzz(func(t *testing.T, n int, text string) {
		p := open(t, samples[uint(n)%uint(len(samples))])
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
