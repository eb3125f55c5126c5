package mate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// words writes moves in the notation of the protocol.
func words(p core.Position, line []core.Move) string {
	p = p.Clone()
	var all []string
	for _, m := range line {
		all = append(all, p.FormatMove(m))
		p.Do(m, nil)
	}
	return strings.Join(all, " ")
}

func TestStudy(t *testing.T) {
	for _, c := range []struct {
		name, text string
		checks     bool
		verdict    mate.Verdict
		plies      int
		first      string // the first moves that mate, and in how many plies
		sure       bool
	}{
		{"no mate", "4k4/9/9/9/9/9/9/9/4K4 b G 1", true, mate.Disproved, 0, "", true},
		{"one move", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", true, mate.Proved, 1, "G*5b:1", true},
		{"two moves", "l2gs3l/1k4+N+P1/1p1s5/p1r3p1p/3Kp4/P3P1P2/GPN6/Lg+b6/1N1+p4L w RBGSN6Psp 1", true, mate.Proved, 1, "7h5f:1 S*5d:3 S*6d:3 7d7e:11", false},
		{"another piece does it, too", "4p2+P1/2g1+N4/2n6/1Rpb1pp1p/k3P4/2P1SPP2/1G1SB4/1S2KG1P1/6+r2 b SLPg2n3l6p 1", true, mate.Proved, 1, "L*9f:1 S*9f:1 S*8f:3 8g9f:5 L*9g:5 L*9h:5 L*9i:5 8g8f:7 8d8e:7", false},
		{"three plies", "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51", true, mate.Proved, 3, "S*5b:3 S*6d:5 G*6d:5 S*7b:7 S*7d:7 G*5d:7 G*7d:7 6a5b:11 8e6e:15", false},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", false, mate.Proved, 3, "f6g6:3 f6f7:3", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.text)
			before := p.String()
			o := mate.Problem{ChecksOnly: c.checks, GoOn: atMost(4_000)}
			if !c.checks {
				o.Plies = 3
			}
			s := mate.New(4).Study(p, o)
			if s.Verdict != c.verdict || len(s.Line) != c.plies || p.String() != before {
				t.Fatalf("%v, line %s, want %v in %d plies", s.Verdict, words(p, s.Line), c.verdict, c.plies)
			}
			if c.plies == 0 {
				return
			}
			checkLine(t, p, s.Line, c.checks)
			var first []string
			for _, w := range s.Ways[0] {
				first = append(first, fmt.Sprintf("%s:%d", p.FormatMove(w.Move), w.Plies))
			}
			if got := strings.Join(first, " "); got != c.first || !s.Shortest || s.Sure != c.sure || s.Ways[0][0].Plies != c.plies {
				t.Errorf("first moves %s, want %s; %+v", got, c.first, s)
			}
			if len(s.Ways) != (c.plies+1)/2 {
				t.Errorf("ways of %d moves", len(s.Ways))
			}
		})
	}
}

// A tree has every reply, and each branch ends in mate.
func TestTree(t *testing.T) {
	for _, text := range []string{
		"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
		"lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51",
	} {
		p := open(t, text)
		b := mate.New(4).Tree(p, mate.Problem{ChecksOnly: true, GoOn: atMost(20_000)}, 0)
		if b == nil {
			t.Fatal("no tree")
		}
		var walk func(b *core.Proof)
		walk = func(b *core.Proof) {
			p.Do(b.Move, nil)
			var replies core.MoveList
			p.Generate(core.AllMoves, &replies)
			if len(b.Replies) != replies.N || replies.N == 0 && (!p.InCheck() || b.Plies != 1) {
				t.Errorf("%s: %d replies of %d, mate in %d", p, len(b.Replies), replies.N, b.Plies)
			}
			for i, r := range b.Replies {
				if r.Next == nil || i > 0 && r.Next.Plies > b.Replies[i-1].Next.Plies {
					t.Fatalf("reply %d of %s", i, p)
				}
				p.Do(r.Move, nil)
				walk(r.Next)
				p.Undo()
			}
			p.Undo()
		}
		walk(b)
	}
	p := open(t, "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51")
	b := mate.New(4).Tree(p, mate.Problem{ChecksOnly: true, GoOn: atMost(20_000)}, 1)
	branches := 0
	for _, r := range b.Replies {
		if r.Next != nil {
			branches++
		}
	}
	if branches != 1 {
		t.Errorf("%d branches, want 1", branches)
	}
}

// A search that ends between a proof and its line, or later, breaks nothing.
func TestStudyCutShort(t *testing.T) {
	p, err := shogi.Rules.Parse("4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1", core.Settings{})
	must.OK(t, err)
	trees := 0
	for _, limit := range []uint64{0, 10 * mate.Interval, 39 * mate.Interval} {
		nodes := uint64(0)
		problem := mate.Problem{ChecksOnly: true, GoOn: func(uint64) bool { nodes += mate.Interval; return nodes <= limit }}
		if tree := mate.New(1).Tree(p, problem, 8); tree != nil {
			trees++
		}
		nodes = 0
		if st := mate.New(1).Study(p, problem); len(st.Line) == 0 && st.Sure && st.Verdict == mate.Proved {
			t.Errorf("%d nodes: sure of all other moves, without a line", limit)
		}
	}
	if trees == 0 {
		t.Error("no tree")
	}
}
