package smp_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

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
		"r2q1rk1/1bppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w - - 2 9",
		"2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 0 23",
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
