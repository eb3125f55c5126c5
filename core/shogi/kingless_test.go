package shogi

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Published tsume problems lack the attacker's king. A side without a king is never in
// check, and nothing else changes.
func TestBoardsWithOneKing(t *testing.T) {
	for _, c := range []struct {
		name       string
		sfen       string
		first      string // a move to make first, if any
		after      string // the position then
		moves      int
		check      bool
		mateInOne  bool
		checking   string // a move that gives check, if any
		afterwards int    // replies to it
	}{
		{"gold in hand", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "", "", 81, false, true, "G*5b", 0},
		{"rook on an open file", "4k4/9/9/9/9/9/9/9/3R5 b - 1", "", "", 19, false, false, "6i5i", 4},
		{"the defender to move, in check", "4k4/9/9/9/9/9/9/9/3R5 b - 1", "6i5i", "4k4/9/9/9/9/9/9/9/4R4 w - 2", 4, true, false, "", 0},
		{"the defender to move, no enemy king", "4k4/4r4/9/9/9/9/9/9/9 b 2P 1", "P*1e", "4k4/4r4/9/9/8P/9/9/9/9 w P 2", 22, false, false, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			opened, err := Rules.Parse(c.sfen, core.Settings{})
			must.OK(t, err)
			p := opened.(*Position)
			want := c.sfen
			if c.first != "" {
				m, err := p.ParseMove(c.first)
				must.OK(t, err)
				p.Do(m, nil)
				want = c.after
			}
			list := new(core.MoveList)
			p.Generate(core.AllMoves, list)
			if list.N != c.moves || p.InCheck() != c.check || (p.MateInOne() != core.NoMove) != c.mateInOne {
				t.Errorf("%d moves, check %v, mate in one %s", list.N, p.InCheck(), p.FormatMove(p.MateInOne()))
			}
			if p.String() != want || p.Claim() != core.LosingClaim || p.KingSquare(core.First) != 44 {
				t.Errorf("%s, claim %d, king on %s", p, p.Claim(), SquareName(p.KingSquare(core.First)))
			}
			for _, m := range list.Slice() {
				if p.ValidateMove(m.ID()) != m {
					t.Errorf("%s is listed but not expanded", p.FormatMove(m))
				}
				gives := p.GivesCheck(m)
				p.Do(m, nil)
				if p.InCheck() != gives {
					t.Errorf("%s gives check: %v", p.FormatMove(m), p.InCheck())
				}
				p.Undo()
			}
			if c.checking == "" {
				return
			}
			m, err := p.ParseMove(c.checking)
			if err != nil || !p.GivesCheck(m) {
				t.Fatalf("%s gives no check: %v", c.checking, err)
			}
			p.Do(m, nil)
			list.Clear()
			if p.Generate(core.AllMoves, list); list.N != c.afterwards {
				t.Errorf("%d replies to %s", list.N, c.checking)
			}
		})
	}
}
