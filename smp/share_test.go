package smp_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/clock"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/smp"
)

// even is an evaluation that sees no difference, so that the first move stays best.
type even struct{ core.Evaluator }

func (even) Evaluate() core.Score { return 0 }

// A move that stays best takes no more than 2.2 times its share, even if an iteration would
// run on: 600 seconds and byoyomi of 10 once made one of 157 seconds. Nodes count as time,
// so that a busy machine changes nothing. Without pruning and reductions an iteration takes
// several times as long as the last one.
func TestStableMovesAreCheap(t *testing.T) {
	sets := map[string]*params.Set{chess.Rules.Name: params.Chess(), shogi.Rules.Name: params.Shogi()}
	for _, set := range sets {
		for _, row := range params.Rows() {
			if row.Technique != "" {
				if err := set.Assign(row.Name, row.Off); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	e := smp.New(
		smp.Game{GameInfo: chess.Rules.Start(core.Settings{}).GameInfo(), Params: sets[chess.Rules.Name],
			Evaluators: evaluators(func() core.Evaluator { return even{chesseval.New()} })},
		smp.Game{GameInfo: shogi.Rules.Start(core.Settings{}).GameInfo(), Params: sets[shogi.Rules.Name],
			Evaluators: evaluators(func() core.Evaluator { return even{shogieval.New()} })},
	)
	t.Cleanup(e.Close)
	e.SetMoveOverhead(0)

	byoyomi := core.Limits{HasClock: true, Time: [2]time.Duration{600 * time.Second, 600 * time.Second}, Byoyomi: 10 * time.Second}
	fischer := onClock(600*time.Second, 10*time.Second)
	moves, runOn := 0, 0
	for _, c := range []struct {
		name   string
		rules  core.Rules
		text   string
		limits core.Limits
		speeds []int // nodes per millisecond
	}{
		{"start, 600 s + byoyomi 10 s", shogi.Rules, shogi.StartSFEN, byoyomi, []int{1, 2, 3}},
		{"start, 6 s + 0.1 s", shogi.Rules, shogi.StartSFEN, onClock(6*time.Second, 100*ms), []int{60, 100, 300}},
		{"2g2f", shogi.Rules, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", byoyomi, []int{1, 2, 3}},
		{"start", chess.Rules, chess.StartFEN, fischer, []int{1, 2, 3}},
		{"middlegame", chess.Rules, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", fischer, []int{1, 2, 3}},
		{"ending", chess.Rules, "8/pp3kp1/2p2p1p/8/2P5/1P3PP1/P4K1P/8 w - - 0 1", fischer, []int{1, 2, 3}},
	} {
		tuning := sets[c.rules.Name].Clock()
		share := clock.New(&tuning, &c.limits, core.First, 0).Soft
		p := parse(t, c.rules, c.text)
		for _, speed := range c.speeds {
			e.NewGame()
			e.SetPace(core.Pace{Nodes: speed})
			nodes := search(t, e, p, c.limits).result.Nodes
			shares := float64(nodes) / float64(speed) / (float64(share) / float64(ms))
			if shares > 2.2 {
				t.Errorf("%s, %s, %d nodes a millisecond: %.2f shares", c.rules.Name, c.name, speed, shares)
			}
			if moves++; shares > 1.75 {
				runOn++
			}
		}
	}
	if runOn < moves/2 {
		t.Errorf("only %d iterations of %d ran on", runOn, moves)
	}
}

// An iteration is unsettled from when its score fails low or another move leads until it
// ends, and then has more time.
func TestUnsettled(t *testing.T) {
	e := newEngine(t, 1)
	e.SetPartialAfter(0)
	failedLow, overtaken := 0, 0
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 40 21",
		"r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	} {
		best, unsettled := core.NoMove, false
		l := new(outcome).callbacks()
		l.Info = func(i core.Info) {
			switch {
			case i.Bound == core.Exact:
				best, unsettled = i.PV[0], false
			case i.Bound == core.Upper:
				failedLow++
				unsettled = true
			case i.PV[0] != best && best != core.NoMove:
				overtaken++
				unsettled = true
			}
			if settled, now := e.Deadlines(); i.Depth > 1 && (now > settled) != unsettled {
				t.Errorf("%s, depth %d, bound %v: ends after %v instead of %v", fen, i.Depth, i.Bound, now, settled)
			}
		}
		e.Go(parse(t, chess.Rules, fen), core.Limits{HasClock: true, Time: [2]time.Duration{time.Hour, time.Hour}, Depth: 12}, l)
		e.Wait()
	}
	if failedLow < 5 || overtaken < 1 {
		t.Errorf("failed low %d times, overtaken %d times", failedLow, overtaken)
	}
}
