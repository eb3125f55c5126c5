package nitoryu_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Moves of a line are converted up to the first that is not legal, in both directions, and the
// position stays.
func TestMovesOfCore(t *testing.T) {
	for _, test := range []struct {
		name, want string
		setup      nitoryu.Setup
		moves      []nitoryu.Move
	}{
		{"chess", "e2e4 e7e5", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "e7e5", "e4e5", "g1f3"}},
		{"castling", "e1g1", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1h1"}},
		{"castling in Chess960", "e1h1", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Chess960: true}, []nitoryu.Move{"e1h1"}},
		{"shogi", "7g7f 3c3d 8h2b+", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f", "3c3d", "8h2b+"}},
		{"none", "", nitoryu.Setup{}, []nitoryu.Move{nitoryu.NoMove, "e2e4"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := inside.Core(open(t, test.setup))
			before := p.String()
			read := inside.ReadMoves(p, test.moves...)
			written := inside.WriteMoves(p, append(read, core.NoMove)...)
			var words []string
			for _, m := range written {
				words = append(words, string(m))
			}
			if got := strings.Join(words, " "); got != test.want || len(read) != len(written) || p.String() != before {
				t.Errorf("%s, want %s; the position is %s", got, test.want, p)
			}
		})
	}
}

// What a search of package core tells is a line and a result.
func TestReportsOfCore(t *testing.T) {
	position := open(t, nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1"})
	p := inside.Core(position)
	pv := inside.ReadMoves(p, "f1f6", "e8d7")
	l := inside.LineFromCore(p, core.Info{Rank: 2, Depth: 7, Score: 900, Bound: core.Lower, PV: append(pv, pv[0]), Nodes: 5})
	if l.Rank != 2 || l.Depth != 7 || l.Bound != nitoryu.AtLeast || !slices.Equal(l.Moves, []nitoryu.Move{"f1f6", "e8d7"}) || l.Chances != position.Chances(900) || l.First() != "f1f6" {
		t.Errorf("%+v", l)
	}
	r := inside.ResultFromCore(p, core.Result{Best: pv[0], Ponder: pv[1], Score: core.WinIn(3), Nodes: 9})
	if plies, mate := r.Score.Mate(); r.Best != "f1f6" || r.Ponder != "e8d7" || !mate || plies != 3 || r.Chances.Win != 1000 || r.Nodes != 9 {
		t.Errorf("%+v", r)
	}
	if r := inside.ResultFromCore(p, core.Result{Declare: true, Best: pv[0]}); r.Best != nitoryu.NoMove || !r.Declare {
		t.Errorf("a declaration is %+v", r)
	}
}

// A record is a game, whose positions are those before each move and the last one; behind a
// turn that is passed the position begins anew.
func TestPositionsOfRecords(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"chess", "1. e4 e5 2. Nf3 *", "| e2e4| e2e4 e7e5| e2e4 e7e5 g1f3"},
		{"no moves", "*", ""},
		{"a pass", "position startpos moves e2e4 0000 d2d4\n", "| e2e4|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2 d2d4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := record.NewReader(strings.NewReader(test.text), record.Hint{}).Next()
			must.OK(t, err)
			g, err := nitoryu.FromRecord(r)
			must.OK(t, err)
			var all []string
			for p := range g.Positions() {
				text := p.Start()
				for _, m := range p.Moves() {
					text += " " + string(m)
				}
				all = append(all, text)
			}
			if got := strings.Join(all, "|"); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
	if _, err := nitoryu.FromRecord(&record.Game{}); err == nil {
		t.Error("a record without rules is a game")
	}
}

func TestChess960(t *testing.T) {
	for _, test := range []struct {
		setup nitoryu.Setup
		want  bool
	}{
		{nitoryu.Setup{}, false}, {nitoryu.Setup{Chess960: true}, true}, {nitoryu.Setup{Variant: nitoryu.Shogi, Chess960: true}, false},
	} {
		if got := open(t, test.setup).Chess960(); got != test.want {
			t.Errorf("%+v: %t", test.setup, got)
		}
	}
}
