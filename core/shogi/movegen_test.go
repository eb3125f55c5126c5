package shogi

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func texts(p *Position, moves []core.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, p.FormatMove(m))
	}
	slices.Sort(out)
	return out
}

// pointless reports whether m leaves out a promotion that can only help.
func pointless(p *Position, m core.Move) bool {
	if m.IsDrop() || m.IsPromotion() {
		return false
	}
	from, to := rankFor(p.Side(), m.From()), rankFor(p.Side(), m.To())
	switch m.PieceType() {
	case Pawn:
		return to <= 2
	case Lance:
		return to == 1
	case Bishop, Rook:
		return from <= 2 || to <= 2
	}
	return false
}

func TestGenerateKinds(t *testing.T) {
	pointlessSeen := 0
	roam(t, 24, 80, func(p *Position) {
		seen := map[core.Move]core.GenKind{}
		for _, kind := range []core.GenKind{core.Tactical, core.Quiet} {
			for _, m := range generate(p, kind) {
				if _, twice := seen[m]; twice {
					t.Fatalf("%v: %s listed twice", p, p.FormatMove(m))
				}
				seen[m] = kind
				tactical := m.IsCapture() || m.PieceType() == Pawn && m.IsPromotion()
				if tactical != (kind == core.Tactical) || m.IsTactical() != tactical {
					t.Fatalf("%v: %s in kind %d, flag %v", p, p.FormatMove(m), kind, m.IsTactical())
				}
			}
		}
		for _, m := range generate(p, core.AllMoves) {
			_, listed := seen[m]
			if listed == pointless(p, m) {
				t.Fatalf("%v: %s listed %v", p, p.FormatMove(m), listed)
			}
			if !listed {
				pointlessSeen++
				if m.IsTactical() {
					t.Fatalf("%v: %s is in no Tactical list", p, p.FormatMove(m))
				}
			}
			delete(seen, m)
		}
		if len(seen) > 0 {
			t.Fatalf("%v: %v are in no list of all moves", p, seen)
		}
	})
	if pointlessSeen == 0 {
		t.Error("no position had a pointless move")
	}
}

func TestGenerateAppends(t *testing.T) {
	p := open(t, matsuri)
	list := core.MoveList{N: 3}
	p.Generate(core.Tactical, &list)
	p.Generate(core.Quiet, &list)
	want := len(generate(p, core.Tactical)) + len(generate(p, core.Quiet)) + 3
	if list.N != want || list.Moves[0] != 0 {
		t.Errorf("%d moves, want %d", list.N, want)
	}
}

func TestExpand(t *testing.T) {
	n := 0
	roam(t, 24, 60, func(p *Position) {
		// All 65536 identities are many: take one position in six.
		if n++; n%6 != 0 {
			return
		}
		legal := map[core.MoveID]core.Move{}
		for _, m := range generate(p, core.AllMoves) {
			legal[m.ID()] = m
		}
		for id := range 1 << 16 {
			if got, want := p.ValidateMove(core.MoveID(id)), legal[core.MoveID(id)]; got != want {
				t.Fatalf("%v: id %#x (%s) expands to %#x, want %#x", p, id, p.FormatMove(core.Move(id)), got, want)
			}
		}
	})
}

// Each case names why the pawn drop is legal or not.
func TestPawnDropMate(t *testing.T) {
	for _, c := range []struct {
		name, sfen, move string
		legal            bool
	}{
		{"mate", "7nk/9/7GG/9/9/9/9/9/4K4 b P 1", "P*1b", false},
		{"mate by white", "4k4/9/9/9/9/9/7gg/9/7NK w p 1", "P*1h", false},
		{"unsupported pawn is taken", "7nk/9/6G2/9/9/9/9/9/K8 b P 1", "P*1b", true},
		{"king escapes sideways", "8k/9/7GG/9/9/9/9/9/K8 b P 1", "P*1b", true},
		{"gold takes the pawn", "7gk/9/7GG/9/9/9/9/9/4K4 b P 1", "P*1b", true},
		{"gold is pinned sideways", "6Rgk/9/7GG/9/9/9/9/9/4K4 b P 1", "P*1b", false},
		{"silver is pinned on the diagonal", "7nk/7s1/7GG/9/4B4/9/9/9/4K4 b P 1", "P*1b", false},
		{"gold is pinned but stays on the line", "7nk/9/7Gg/9/9/9/9/8L/K8 b P 1", "P*1b", true},
		{"pawn shuts off the rook that guards a flight square", "6lnl/6pkp/R8/9/9/9/9/9/K8 b P 1", "P*2c", true},
		{"pawn shuts off the rook but a lance guards the square", "6lnl/6pkp/R8/9/9/9/9/9/K7L b P 1", "P*2c", false},
		{"knight takes the pawn", "6n1k/6p2/7GG/9/9/9/9/9/K8 b P 1", "P*1b", true},
		{"not a check", "7nk/9/7GG/9/9/9/9/9/4K4 b P 1", "P*5e", true},
		{"a pushed pawn may mate", "7nk/9/7GP/7G1/9/9/9/9/4K4 b P 1", "1c1b", true},
		{"nor is a lance forbidden to", "7nk/9/7GG/9/9/9/9/9/4K4 b LP 1", "L*1b", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.sfen)
			_, err := p.ParseMove(c.move)
			if (err == nil) != c.legal {
				t.Errorf("%s in %s: %v", c.move, c.sfen, err)
			}
			if got, want := texts(p, generate(p, core.AllMoves)), newSlow(c.sfen).moves(); !slices.Equal(got, want) {
				t.Errorf("%v\ngot  %v\nwant %v", p, got, want)
			}
		})
	}
}
