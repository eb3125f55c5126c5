package smp_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/smp"
)

// The reply that an answer expects is no surprise, any other is, whatever was searched in
// between.
func TestSurprise(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		start := rules.Start(core.Settings{})
		for _, c := range []struct {
			name   string
			reply  bool // the opponent plays as expected
			before func(t *testing.T, e *smp.Engine, expected core.Position)
			want   bool
		}{
			{name: "the expected reply", reply: true},
			{name: "another reply", want: true},
			{name: "a new game", before: func(_ *testing.T, e *smp.Engine, _ core.Position) { e.NewGame() }},
			{name: "after pondering in vain", want: true, before: func(_ *testing.T, e *smp.Engine, expected core.Position) {
				o := new(outcome)
				e.Go(expected.Clone(), core.Limits{Ponder: true, Depth: 2}, o.listener())
				e.Stop()
				e.Wait()
			}},
			{name: "elsewhere in the game", before: func(t *testing.T, e *smp.Engine, expected core.Position) {
				search(t, e, expected, core.Limits{Depth: 2})
			}},
		} {
			t.Run(rules.Name+" "+c.name, func(t *testing.T) {
				e := newEngine(t, 1)
				answer := search(t, e, start, core.Limits{Depth: 5}).result
				if answer.Ponder == core.NoMove {
					t.Fatal("no reply expected")
				}
				p := start.Clone()
				p.Do(answer.Best, nil)
				expected := p.Clone()
				expected.Do(answer.Ponder, nil)
				if c.before != nil {
					c.before(t, e, expected)
				}
				if c.reply {
					p = expected
				} else {
					p.Do(another(p, answer.Ponder), nil)
				}
				search(t, e, p, core.Limits{Depth: 2})
				if got := e.Surprised(); got != c.want {
					t.Errorf("surprised: %v", got)
				}
			})
		}
	}
}

// TimeSurprise and TimePonderHit are percentages of the time for a move.
func TestShareOfSurpriseAndHit(t *testing.T) {
	start := chess.Rules.Start(core.Settings{})
	// nodes returns what the second move of a game takes.
	nodes := func(surprise, hit int, reply bool) uint64 {
		e := newEngine(t, 1)
		e.SetMoveOverhead(0)
		e.SetPace(core.Pace{Nodes: 100})
		for name, value := range map[string]int{"TimeSurprise": surprise, "TimePonderHit": hit} {
			if err := e.SetParameter("chess", name, value); err != nil {
				t.Fatal(err)
			}
		}
		l := onClock(10*time.Second, 0)
		answer := search(t, e, start, l).result
		p := start.Clone()
		p.Do(answer.Best, nil)
		if !reply {
			p.Do(another(p, answer.Ponder), nil)
			return search(t, e, p, l).result.Nodes
		}
		p.Do(answer.Ponder, nil)
		o := new(outcome)
		l.Ponder = true
		e.Go(p, l, o.listener())
		e.PonderHit(nil)
		e.Wait()
		return o.result.Nodes
	}
	for _, c := range []struct {
		name       string
		less, more uint64
	}{
		{"a surprise", nodes(60, 100, false), nodes(250, 100, false)},
		{"a ponder hit", nodes(100, 60, true), nodes(100, 250, true)},
	} {
		if c.more < 2*c.less {
			t.Errorf("%s: %d nodes with a small share, %d with a large one", c.name, c.less, c.more)
		}
	}
}

// another returns a legal move other than m.
func another(p core.Position, m core.Move) core.Move {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	for _, other := range list.Slice() {
		if other != m {
			return other
		}
	}
	return core.NoMove
}
