package smp_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/options"
)

const ms = time.Millisecond

// onClock returns limits with that much on both clocks.
func onClock(left, increment time.Duration) core.Limits {
	return core.Limits{HasClock: true, Time: [2]time.Duration{left, left}, Increment: [2]time.Duration{increment, increment}}
}

// A game in which nodes count as time takes the same nodes whatever the clocks of the
// front end say later, and ends when its own are empty.
func TestNodesCountAsTime(t *testing.T) {
	e := newEngine(t, 1)
	p := chess.Rules.Start(core.Settings{})
	e.SetPace(options.Pace{Nodes: 100})
	e.SetMoveOverhead(0)
	game := func(later time.Duration) (nodes []uint64) {
		e.NewGame()
		for i := range 6 {
			l := onClock(time.Second, 0)
			if i > 0 {
				l = onClock(later, 0)
			}
			nodes = append(nodes, search(t, e, p, l).result.Nodes)
		}
		return nodes
	}
	first, second := game(time.Hour), game(ms)
	total := uint64(0)
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("move %d: %d nodes, with another clock %d", i, first[i], second[i])
		}
		total += first[i]
	}
	if total > 100_000 || first[0] < 500 || first[5] >= first[0] {
		t.Errorf("%v nodes of 100,000", first)
	}
}

// Each side has its own clock, and the increment is added to it. A search without a clock
// costs nothing, and a new game begins with the front end's time.
func TestNodeClock(t *testing.T) {
	e := newEngine(t, 1)
	e.SetPace(options.Pace{Nodes: 10})
	e.SetMoveOverhead(0)
	white := chess.Rules.Start(core.Settings{})
	black := parse(t, chess.Rules, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	left := func(name string, side core.Color, want time.Duration) {
		t.Helper()
		if got := e.NodeClock(side); got != want {
			t.Errorf("%s: %v are left, want %v", name, got, want)
		}
	}
	spent := func(p core.Position, l core.Limits) time.Duration {
		return time.Duration(search(t, e, p, l).result.Nodes) * ms / 10
	}
	used := spent(white, onClock(time.Second, 50*ms))
	left("after a move", core.First, time.Second-used+50*ms)
	left("before any", core.Second, 0)
	other := spent(black, onClock(2*time.Second, 0))
	left("after a move of the other side", core.Second, 2*time.Second-other)
	spent(white, core.Limits{Nodes: 300})
	left("after a search without a clock", core.First, time.Second-used+50*ms)
	e.NewGame()
	left("in a new game", core.First, 0)
}

// A time for the move is counted in nodes as well, and the limit is kept to a poll.
func TestMoveTimeInNodes(t *testing.T) {
	e := newEngine(t, 1)
	e.SetPace(options.Pace{Nodes: 1000})
	e.SetMoveOverhead(0)
	got := search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{MoveTime: 5 * ms}).result.Nodes
	if got < 5000 || got > 5300 {
		t.Errorf("%d nodes for 5 ms of 1000", got)
	}
}

// A minimum is kept even with a single legal move.
func TestLeastTime(t *testing.T) {
	e := newEngine(t, 1)
	e.SetMoveOverhead(0)
	e.SetPace(options.Pace{Nodes: 10, Least: 300 * ms})
	only := parse(t, chess.Rules, "7k/8/8/8/8/8/r7/1K5r w - - 0 1")
	if got := search(t, e, only, onClock(time.Second, 0)).result.Nodes; got < 3000 || got > 3300 {
		t.Errorf("%d nodes, want 3000", got)
	}
}

// What has begun of a second is used, but no more.
func TestWholeSeconds(t *testing.T) {
	e := newEngine(t, 1)
	e.SetMoveOverhead(0)
	p := chess.Rules.Start(core.Settings{})
	for _, c := range []struct {
		name string
		left time.Duration
		want [2]uint64
	}{
		{"seconds", 10 * time.Second, [2]uint64{1760, 2100}}, // a second less 120 ms, of 2 nodes each
		{"fractions", 9999 * ms, [2]uint64{1, 1500}},
	} {
		e.NewGame()
		e.SetPace(options.Pace{Nodes: 2, Seconds: true, Delay: 120 * ms})
		if got := search(t, e, p, onClock(c.left, 0)).result.Nodes; got < c.want[0] || got > c.want[1] {
			t.Errorf("%s: %d nodes, want %d to %d", c.name, got, c.want[0], c.want[1])
		}
	}
}

// A hit after long pondering uses up the second that begins with it.
func TestWholeSecondsAfterPondering(t *testing.T) {
	e := newEngine(t, 1)
	e.SetMoveOverhead(0)
	e.SetPace(options.Pace{Nodes: 2, Seconds: true, Delay: 120 * ms})
	l := onClock(10*time.Second, 0)
	l.Ponder = true
	o := new(outcome)
	callbacks := o.callbacks()
	deep := make(chan uint64, 1)
	callbacks.Info = func(i core.Info) {
		if i.Nodes > 10_000 { // five seconds
			select {
			case deep <- i.Nodes:
			default:
			}
		}
	}
	e.Go(chess.Rules.Start(core.Settings{}), l, callbacks)
	at := <-deep
	e.PonderHit(nil)
	e.Wait()
	if got := o.result.Nodes; got < at+1700 {
		t.Errorf("%d nodes, %d of them before the hit", got, at)
	}
}
