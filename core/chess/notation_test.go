package chess

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestParseMove(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct {
		name, fen string
		chess960  bool
		text      string
		want      string // as FormatMove writes it
	}{
		{"plain", StartFEN, false, "g1f3", "g1f3"},
		{"castling by the king's move", castles, false, "e1g1", "e1g1"},
		{"castling by taking the rook", castles, false, "e1h1", "e1g1"},
		{"queenside by the king's move", castles, false, "e1c1", "e1c1"},
		{"queenside by taking the rook", castles, false, "e1a1", "e1c1"},
		{"Chess960 by the king's move", castles, true, "e1g1", "e1h1"},
		{"Chess960 by taking the rook", castles, true, "e1a1", "e1a1"},
		{"promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false, "a7a8n", "a7a8n"},
		{"promotion in capitals", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false, "a7a8Q", "a7a8q"},
		{"Black promotes", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", false, "a2a1r", "a2a1r"},
		{"en passant", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", false, "d5e6", "d5e6"},
		{"a king's step is no castling", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", true, "f1g1", "f1g1"},
		{"unusual castling is spelt out", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", false, "f1h1", "f1h1"},
		{"unusual rook is spelt out", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", false, "e1c1", "e1b1"},
		{"king's way without ambiguity", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", true, "f1c1", "f1a1"},
		{"king and rook side by side", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", true, "e1f1", "e1f1"},
		{"rook on the king's target", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true, "e1g1", "e1g1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{Chess960: test.chess960})
			m, err := p.ParseMove(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.FormatMove(m); got != test.want {
				t.Errorf("%s is written as %s, want %s", test.text, got, test.want)
			}
		})
	}
}

func TestParseMoveErrors(t *testing.T) {
	for _, test := range []struct{ name, fen, text, reason string }{
		{"null move", StartFEN, "0000", "passes the turn"},
		{"nothing", StartFEN, "", "letters"},
		{"too long", StartFEN, "e2e4e6" + strings.Repeat("x", 999), "letters"},
		{"no squares", StartFEN, "e2i4", "two squares"},
		{"capitals", StartFEN, "E2E4", "two squares"},
		{"not ASCII", StartFEN, "e2é", "two squares"},
		{"SAN", StartFEN, "Ngf3", "two squares"},
		{"empty square", StartFEN, "e4e5", "empty square e4"},
		{"opponent's piece", StartFEN, "e7e5", "opponent"},
		{"own piece taken", StartFEN, "a1a2", "illegal"},
		{"no such step", StartFEN, "b1d2", "illegal"},
		{"promotion piece missing", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "lacks the piece"},
		{"promotion to a king", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", `promotes to "k"`},
		{"promotion in the middle", StartFEN, "e2e4q", "illegal"},
		{"promotion to a knight in the middle", StartFEN, "e2e4n", "nothing promotes"},
		{"knight promotes", StartFEN, "g1f3n", "nothing promotes"},
		{"in check", "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "a1a2", "check"},
		{"pinned", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "illegal"},
		{"castling without right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "illegal"},
		{"castling through a check", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "illegal"},
		{"castling into a check", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "illegal"},
		{"castling out of a check", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "check"},
		{"castling over a piece", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", "illegal"},
		{"castling with a pinned rook", "2k5/8/8/8/8/8/3PPPPP/qR1K4 w B - 0 1", "d1b1", "illegal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			m, err := p.ParseMove(test.text)
			if err == nil {
				t.Fatalf("accepted as %s", p.FormatMove(m))
			}
			if m != core.NoMove || !strings.Contains(err.Error(), test.reason) || len(err.Error()) > 120 {
				t.Errorf("error is %q, want it to say %q", err, test.reason)
			}
		})
	}
}

func TestFormatNoMove(t *testing.T) {
	p := open(t, StartFEN, core.Settings{})
	if got := p.FormatMove(core.NoMove) + " " + p.FormatMove(core.NullMove); got != "(none) 0000" {
		t.Error(got)
	}
}

// TestNotation checks that every move is read back as itself.
func TestNotation(t *testing.T) {
	roam(t, 10, 80, func(t *testing.T, p *Position) {
		for _, m := range legal(p) {
			for _, chess960 := range [2]bool{p.chess960, !p.chess960} {
				q := *p
				q.chess960 = chess960
				if back, err := q.ParseMove(q.FormatMove(m)); err != nil || back != m {
					t.Errorf("%s: %s is read as %#x: %v", p, q.FormatMove(m), back, err)
				}
			}
		}
	})
}

// FuzzParseMove checks that whatever is read as a move is a legal one.
func FuzzParseMove(f *testing.F) {
	for i := range themes {
		for _, text := range []string{"e2e4", "e1g1", "e1h1", "a7a8q", "0000", "b4c3", ""} {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		theme := themes[int(i)%len(themes)]
		p := open(t, theme.fen, core.Settings{Chess960: theme.chess960})
		m, err := p.ParseMove(text)
		if (err == nil) != (m != core.NoMove) {
			t.Fatalf("%q: move %#x and error %v", text, m, err)
		}
		if err != nil {
			return
		}
		for _, known := range legal(p) {
			if known == m {
				return
			}
		}
		t.Fatalf("%s: %q is read as %s, which is not legal", theme.fen, text, p.FormatMove(m))
	})
}
