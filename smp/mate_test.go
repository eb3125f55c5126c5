package smp_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/smp"
)

const (
	tsume = "4RB1k1/5s3/7n1/5s1LP/9/7r1/9/9/6K2 b b4g2s3n3l17p 1"
	// microcosmos is a mate in 1525, out of reach of a test.
	microcosmos = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
)

// solve runs a mate search to its end.
func solve(t testing.TB, e *smp.Engine, p core.Position, l core.Limits) *outcome {
	t.Helper()
	o := new(outcome)
	e.Mate(p.Clone(), l, o.callbacks())
	e.Wait()
	if n := o.dones.Load(); n != 1 {
		t.Fatalf("%d answers", n)
	}
	return o
}

func TestMate(t *testing.T) {
	e := newEngine(t, 2)
	for _, c := range []struct {
		name   string
		rules  core.Rules
		text   string
		limits core.Limits
		win    bool
		loss   bool // refuted
		plies  int  // of the line at most
	}{
		{"tsume", shogi.Rules, tsume, core.Limits{}, true, false, 17},
		{"no tsume", shogi.Rules, shogi.StartSFEN, core.Limits{}, false, true, 0},
		{"no move to make", shogi.Rules, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", core.Limits{}, false, true, 0},
		{"a tsume with too few nodes", shogi.Rules, microcosmos, core.Limits{Nodes: 2000}, false, false, 0},
		{"a tsume with too little time", shogi.Rules, microcosmos, core.Limits{MoveTime: 30 * time.Millisecond}, false, false, 0},
		{"mate in two moves", chess.Rules, "r5r1/1R4b1/1Q6/4nk1p/2p1R3/2P3PK/2BB4/q7 w - - 0 1", core.Limits{Mate: 3}, true, false, 3},
		{"no mate in two moves", chess.Rules, chess.StartFEN, core.Limits{Mate: 3, Nodes: 3000}, false, false, 0},
		{"only one of the moves", chess.Rules, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", core.Limits{Mate: 1, Nodes: 3000,
			RootMoves: []core.Move{firstMove(t, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "a1a2")}}, false, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.rules, c.text)
			o := solve(t, e, p, c.limits)
			tsume := c.limits.Mate == 0
			if r := o.result; r.Score.IsWin() != c.win || tsume && r.Score.IsLoss() != c.loss || c.win && r.Score.PliesToMate() > c.plies {
				t.Errorf("score %d, nodes %d", r.Score, r.Nodes)
			}
			if !tsume && o.result.Best == core.NoMove {
				t.Error("no best move")
			}
			if c.win {
				last := o.infos[len(o.infos)-1]
				for _, m := range last.PV {
					p.Do(m, nil)
				}
				if p.Verdict().Ending != core.Checkmate || len(last.PV) != o.result.Score.PliesToMate() || last.PV[0] != o.result.Best {
					t.Errorf("line of %d plies to %s", len(last.PV), p)
				}
			}
		})
	}
}

func firstMove(t *testing.T, fen, text string) core.Move {
	t.Helper()
	m, err := parse(t, chess.Rules, fen).ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The proof of a mate by checks comes before the answer, with as many replies as were asked for.
func TestProof(t *testing.T) {
	const text = "4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1"
	e := newEngine(t, 1)
	for _, most := range []int{0, 1, 100} {
		p, o := parse(t, shogi.Rules, text), new(outcome)
		to := o.callbacks()
		var proof *core.Proof
		to.Proof = func(of *core.Proof) {
			if proof = of; o.dones.Load() > 0 {
				t.Error("it comes after the answer")
			}
		}
		e.Mate(p.Clone(), core.Limits{Proof: most, Nodes: 100_000}, to)
		e.Wait()
		followed := 0
		var walk func(*core.Proof)
		walk = func(b *core.Proof) {
			for _, r := range b.Replies {
				if r.Next != nil {
					followed++
					walk(r.Next)
				}
			}
		}
		switch {
		case !o.result.Score.IsWin():
			t.Fatalf("score %d", o.result.Score)
		case most == 0:
			if proof != nil {
				t.Error("a proof that nobody asked for")
			}
		case proof == nil:
			t.Errorf("no proof with %d replies", most)
		default:
			if walk(proof); proof.Plies != o.result.Score.PliesToMate() || followed > most {
				t.Errorf("mate in %d, %d replies followed of %d, score %d", proof.Plies, followed, most, o.result.Score)
			}
		}
	}
}

func TestStopEndsMate(t *testing.T) {
	e := newEngine(t, 1)
	p := parse(t, shogi.Rules, microcosmos)
	for range 20 {
		o := new(outcome)
		e.Mate(p.Clone(), core.Limits{}, o.callbacks())
		time.Sleep(time.Millisecond)
		e.Stop()
		e.Wait()
		if n := o.dones.Load(); n != 1 || o.result.Score.IsDecisive() {
			t.Fatalf("%d answers, score %d", n, o.result.Score)
		}
	}
	// The game goes on.
	o := search(t, e, parse(t, shogi.Rules, shogi.StartSFEN), core.Limits{Depth: 3})
	if o.result.Best == core.NoMove {
		t.Error("no move after the search for mate")
	}
}

// A board without the attacker's king is searched like any other.
func TestSearchWithoutAKing(t *testing.T) {
	o := search(t, newEngine(t, 1), parse(t, shogi.Rules, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), core.Limits{Depth: 4})
	if !o.result.Score.IsWin() || o.result.Score.PliesToMate() != 1 {
		t.Errorf("score %d", o.result.Score)
	}
}
