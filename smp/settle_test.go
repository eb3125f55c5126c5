package smp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// If there is nothing to search, the answer comes before Go returns, no thread is started
// and no table allocated. Otherwise there are no more lines than moves.
func TestNothingToSearch(t *testing.T) {
	const threeMoves = "7k/8/8/8/8/2q5/8/7K w - - 0 1"
	e4, a8 := firstMove(t, chess.StartFEN, "e2e4"), firstMove(t, "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a8")
	for _, c := range []struct {
		name     string
		rules    core.Rules
		text     string
		limits   core.Limits
		searched bool
		moves    bool // the answer is a legal move
		declares bool
		score    core.Score
		depth    int // of the last info, -1: there is none
		lines    int // of the last info
		note     string
	}{
		{name: "mated", rules: chess.Rules, text: "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", score: core.LossIn(0), lines: 1},
		{name: "stalemate", rules: chess.Rules, text: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", lines: 1},
		{name: "mated, several lines", rules: chess.Rules, text: "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", limits: core.Limits{MultiPV: 4}, score: core.LossIn(0), lines: 1},
		{name: "no searchmoves are legal", rules: chess.Rules, text: chess.StartFEN, limits: core.Limits{RootMoves: []core.Move{a8}}, moves: true, depth: -1},
		{name: "a game that is not played", rules: shogi.Rules, text: shogi.StartSFEN, moves: true, depth: -1, note: "the engine does not play shogi"},
		{name: "a declaration", rules: shogi.Rules, text: "+P+P+P+PK+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1",
			limits: core.Limits{MultiPV: 2}, moves: true, declares: true, score: core.WinIn(1), depth: 1, lines: 2},
		{name: "one of the searchmoves is legal", rules: chess.Rules, text: chess.StartFEN,
			limits: core.Limits{RootMoves: []core.Move{a8, e4}, MultiPV: 2}, searched: true, moves: true, depth: 1, lines: 1},
		{name: "more lines than moves", rules: chess.Rules, text: threeMoves, limits: core.Limits{MultiPV: 9}, searched: true, moves: true, depth: 1, lines: 3},
		{name: "fewer lines than moves", rules: chess.Rules, text: chess.StartFEN, limits: core.Limits{MultiPV: 9}, searched: true, moves: true, depth: 1, lines: 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newChess(t, 1, chesseval.New)
			p, note := parse(t, c.rules, c.text), ""
			o := new(outcome)
			l := o.callbacks()
			l.Fault = func(err error) { note = err.Error() }
			c.limits.Depth = 1
			e.Go(p.Clone(), c.limits, l)
			if n := o.dones.Load(); !c.searched && n != 1 {
				t.Errorf("%d answers when Go returns", n)
			}
			e.Wait()
			r := o.result
			if o.dones.Load() != 1 || r.Declare != c.declares || r.Score != c.score && !c.searched || (p.ValidateMove(r.Best.ID()) != core.NoMove) != c.moves {
				t.Errorf("%d answers, the last %+v", o.dones.Load(), r)
			}
			if !strings.HasPrefix(note, c.note) || (note == "") != (c.note == "") {
				t.Errorf("note %q, want %q", note, c.note)
			}
			last := core.Info{Depth: -1}
			if n := len(o.infos); n > 0 {
				last = o.infos[n-1]
			}
			if last.Depth != c.depth || last.Lines != c.lines {
				t.Errorf("the last info is %+v, want depth %d, %d lines", last, c.depth, c.lines)
			}
			if searched := e.Describe() != ""; searched != c.searched {
				t.Errorf("the engine has a table: %v", searched)
			}
		})
	}
}

// Pondering on a position without moves waits for the hit, which may bring a clock.
func TestPonderHitWithNothingToSearch(t *testing.T) {
	e := newEngine(t, 1)
	mated := parse(t, chess.Rules, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
	for _, hit := range []*core.Limits{nil, {HasClock: true, Time: [2]time.Duration{time.Second, time.Second}}} {
		o := new(outcome)
		e.Go(mated.Clone(), core.Limits{Ponder: true}, o.callbacks())
		if n := o.dones.Load(); n != 0 {
			t.Errorf("%d answers before the hit", n)
		}
		e.PonderHit(hit)
		e.Wait()
		if n := o.dones.Load(); n != 1 {
			t.Errorf("%d answers", n)
		}
	}
}

// A game that the engine does not play is not searched by the pool of another.
func TestUnknownGameIsNotSearched(t *testing.T) {
	e := newChess(t, 1, chesseval.New)
	want := e.Search(chess.Rules.Start(core.Settings{}), core.Limits{Depth: 3})
	if r := e.Search(shogi.Rules.Start(core.Settings{}), core.Limits{Depth: 3}); r.Nodes != 0 || r.Best == core.NoMove {
		t.Errorf("answer %+v", r)
	}
	e.NewGame()
	if r := e.Search(chess.Rules.Start(core.Settings{}), core.Limits{Depth: 3}); r.Nodes != want.Nodes {
		t.Errorf("%d nodes, then %d", want.Nodes, r.Nodes)
	}
}
