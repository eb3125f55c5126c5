package smp_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/options"
)

// TimePonderHit is a percentage of the time for a move.
func TestShareOfPonderHit(t *testing.T) {
	start := chess.Rules.Start(core.Settings{})
	// nodes returns what the second move of a game takes.
	nodes := func(hit int) uint64 {
		e := newEngine(t, 1)
		e.SetMoveOverhead(0)
		e.SetPace(options.Pace{Nodes: 100})
		if err := e.SetParameter("chess", "TimePonderHit", hit); err != nil {
			t.Fatal(err)
		}
		l := onClock(10*time.Second, 0)
		answer := search(t, e, start, l).result
		p := start.Clone()
		p.Do(answer.Best, nil)
		p.Do(answer.Ponder, nil)
		o := new(outcome)
		l.Ponder = true
		e.Go(p, l, o.callbacks())
		e.PonderHit(nil)
		e.Wait()
		return o.result.Nodes
	}
	if less, more := nodes(60), nodes(250); more < 2*less {
		t.Errorf("%d nodes with a small share, %d with a large one", less, more)
	}
}
