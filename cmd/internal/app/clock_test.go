//go:build !js

package app

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/games"
)

// A transcript with clocks, where nodes count as time: a move that stays best takes 2.2 shares
// at most, and an empty clock is answered at once.
func TestClockTranscript(t *testing.T) {
	info := regexp.MustCompile(`info depth (\d+) .*nodes (\d+) .*pv (\w+)`)
	tuning := games.Chess().Params().Clock()
	stable := 0
	for _, c := range []struct {
		name, words     string
		left, increment time.Duration
	}{
		{"6 s + 0.1 s", "wtime 6000 btime 6000 winc 100 binc 100", 6 * time.Second, 100 * time.Millisecond},
		{"10 s", "wtime 10000 btime 10000", 10 * time.Second, 0},
		{"nothing", "wtime 0 btime 6000", 0, 0},
		{"less than nothing", "wtime -3000 btime 6000", 0, 0},
		{"a millisecond", "wtime 1 btime 1", time.Millisecond, 0},
	} {
		for i, fen := range []string{
			"8/pp3kp1/2p2p1p/8/2P5/1P3PP1/P4K1P/8 w - - 0 1",
			"8/5k2/3b1p2/1p1P1Pp1/1P2K1P1/4B3/8/8 w - - 0 1",
			"8/pp3kp1/2p2p1p/8/2P5/1P3PP1/P4K1P/8 w - - 0 1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9",
			"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		} {
			speed := 40 + 20*i // nodes a millisecond
			l := core.Limits{HasClock: true, Time: [2]time.Duration{c.left}, Increment: [2]time.Duration{c.increment}}
			share := clock.New(&tuning, &l, core.First, 10*time.Millisecond).Soft
			out, err := call(t, fmt.Sprintf("setoption name nodestime value %d", speed), "position fen "+fen, "go "+c.words)
			lines := info.FindAllStringSubmatch(out, -1)
			if err != nil || len(lines) == 0 {
				t.Fatalf("%s: error %v, printed\n%s", c.name, err, out)
			}
			last := lines[len(lines)-1]
			agree := map[string]bool{} // depths with the same move as the last one, without a gap
			for i := len(lines) - 1; i >= 0 && lines[i][3] == last[3]; i-- {
				agree[lines[i][1]] = true
			}
			nodes, _ := strconv.ParseFloat(last[2], 64)
			shares := nodes / float64(speed) / (float64(share) / float64(time.Millisecond))
			switch {
			case c.left <= time.Millisecond && nodes > 500:
				t.Errorf("%s: %v nodes", c.name, nodes)
			case c.left > time.Millisecond && len(agree) > 5:
				if stable++; shares > 2.2 {
					t.Errorf("%s, %s: %.2f shares, though %d iterations agree", c.name, fen, shares, len(agree))
				}
			}
		}
	}
	if stable < 3 {
		t.Errorf("only %d stable moves", stable)
	}
}
