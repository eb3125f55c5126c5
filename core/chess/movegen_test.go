package chess

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// TestGenerateKinds checks that Tactical and Quiet part the legal moves and
// that the flags of a move say what it is.
func TestGenerateKinds(t *testing.T) {
	roam(t, 30, 80, func(t *testing.T, p *Position) {
		moves := legal(p)
		var parts core.MoveList
		p.Generate(core.Tactical, &parts)
		tactical := parts.N
		p.Generate(core.Quiet, &parts) // appends
		for i, m := range parts.Slice() {
			if m.IsTactical() != (i < tactical) {
				t.Errorf("%s: %s is in the wrong part", p, p.FormatMove(m))
			}
			promotesToQueen := m.IsPromotion() && promotedKind(m) == Queen
			if m.IsTactical() != (m.IsCapture() || promotesToQueen) {
				t.Errorf("%s: %s has the wrong flag", p, p.FormatMove(m))
			}
			if m.PieceType() != p.kindAt(m.From()) {
				t.Errorf("%s: %s has the wrong kind", p, p.FormatMove(m))
			}
			captured := p.kindAt(m.To())
			switch {
			case m.IsEnPassant():
				captured = Pawn
			case m.IsCastling():
				captured = 0
			}
			if m.Captured() != captured {
				t.Errorf("%s: %s has the wrong captured piece", p, p.FormatMove(m))
			}
		}
		slices.Sort(moves)
		slices.Sort(parts.Slice())
		if !slices.Equal(moves, parts.Slice()) {
			t.Errorf("%s: Tactical and Quiet are not AllMoves", p)
		}
		if len(slices.Compact(moves)) != parts.N {
			t.Errorf("%s: a move is listed twice", p)
		}
	})
}

// TestExpand tries every identity there is.
func TestExpand(t *testing.T) {
	n := 0
	roam(t, 2, 60, func(t *testing.T, p *Position) {
		if n++; n%6 != 0 { // they are many
			return
		}
		moves := map[core.MoveID]core.Move{}
		for _, m := range legal(p) {
			moves[m.ID()] = m
		}
		for id := range 1 << 16 {
			if got, want := p.ValidateMove(core.MoveID(id)), moves[core.MoveID(id)]; got != want {
				t.Fatalf("%s: Expand(%#x) is %#x (%s), want %#x", p, id, got, p.FormatMove(core.Move(id)), want)
			}
		}
	})
}

// TestGivesCheckSpecial has the checks that are easily forgotten.
func TestGivesCheckSpecial(t *testing.T) {
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"castling rook", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
		{"castling uncovers nothing", "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false},
		{"en passant opens a rank", "8/8/8/K2Pp2k/8/8/8/8 w - e6 0 1", "d5e6", false},
		{"en passant removes the shield", "8/8/8/R2Pp2k/8/8/8/K7 w - e6 0 1", "d5e6", true},
		{"en passant uncovers a diagonal", "8/8/5k2/3Pp3/8/8/1B6/K7 w - e6 0 1", "d5e6", true},
		{"promotion along the pawn's file", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e7e8q", true},
		{"promotion to a knight", "8/4P3/3k4/8/8/8/8/K7 w - - 0 1", "e7e8n", true},
		{"promotion to a queen would check", "8/4P3/2k5/8/8/8/8/K7 w - - 0 1", "e7e8n", false},
		{"king uncovers a rook", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4d4", true},
		{"king stays on the line", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4e5", false},
		{"pawn stays on the file", "4k3/8/8/8/8/8/4P3/4R2K w - - 0 1", "e2e4", false},
		{"pawn leaves the file", "4k3/8/8/8/8/3p4/4P3/4R2K w - - 0 1", "e2d3", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.fen, core.Settings{})
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.GivesCheck(m); got != test.want {
				t.Errorf("GivesCheck(%s) is %v", test.move, got)
			}
		})
	}
}
