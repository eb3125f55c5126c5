package smp_test

import (
	"errors"
	"math/bits"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// fakeTables know positions of up to four pieces: all are drawn, and one move of the root
// wins.
type fakeTables struct {
	winner     string
	byDistance bool
	probes     int
	problems   []error
	closed     *int
}

func (f *fakeTables) Men() int { return 4 }

func (f *fakeTables) Probe(g core.Game, limit int) (int, bool) {
	if bits.OnesCount64(g.(*chess.Position).Occupied()) > limit {
		return 0, false
	}
	f.probes++
	return 0, true
}

func (f *fakeTables) Rank(p core.Position, limit int, _ bool) (moves []core.RankedMove, byDistance, ok bool) {
	if _, ok := f.Probe(p, limit); !ok {
		return nil, false, false
	}
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	for _, m := range list.Slice() {
		if p.FormatMove(m) == f.winner {
			moves = append([]core.RankedMove{{Move: m, WDL: 2, Rank: 1}}, moves...)
			continue
		}
		moves = append(moves, core.RankedMove{Move: m})
	}
	return moves, f.byDistance, true
}

func (f *fakeTables) Problems() []error {
	fresh := f.problems
	f.problems = nil
	return fresh
}

func (f *fakeTables) Close() error { *f.closed++; return nil }

// tabled returns an engine for chess that opens the tables given.
func tabled(t *testing.T, f *fakeTables) *smp.Engine {
	t.Helper()
	f.closed = new(int)
	e := smp.New(smp.Game{
		GameInfo: chess.Rules.Start(core.Settings{}).GameInfo(), Params: params.Chess(), Evaluators: chesseval.Classic(),
		Tables: func(path string) (core.Tables, string, []error) {
			if path == "nowhere" {
				return nil, "no tables", []error{errors.New("no such folder"), errors.New("another")}
			}
			return f, "4 pieces", nil
		},
	})
	t.Cleanup(e.Close)
	return e
}

func TestSetTables(t *testing.T) {
	f := &fakeTables{}
	e := tabled(t, f)
	for _, c := range []struct{ name, game, path, found, err string }{
		{"none, as before", "chess", "", "", ""},
		{"some", "chess", "a", "4 pieces", ""},
		{"the same again", "chess", "a", "", ""},
		{"others", "chess", "b", "4 pieces", ""},
		{"a missing folder", "chess", "nowhere", "no tables", "no such folder; and 1 more like this"},
		{"none", "chess", "", "", ""},
		{"another game", "go", "a", "", "the engine does not play go"},
	} {
		found, err := e.SetTables(c.game, c.path)
		if found != c.found || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %q, error %v", c.name, found, err)
		}
	}
	if *f.closed != 2 {
		t.Errorf("closed %d times", *f.closed)
	}
	_, err := newEngine(t, 1).SetTables("shogi", "a")
	must.Say(t, err, "no endgame tables of shogi")
}

// The root is ranked, and the tree is probed unless tables know the way.
func TestTablesAtTheRoot(t *testing.T) {
	const (
		four = "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1"
		five = "4k3/8/8/3p4/3p4/4P3/8/4K3 w - - 0 1"
	)
	full := options.Tables{Depth: 1, Limit: 7}
	for _, c := range []struct {
		name, fen  string
		byDistance bool
		use        options.Tables
		level      int
		best       bool // the move that tables prefer is played
		probed     bool // in the tree
	}{
		{"with distances", four, true, full, strength.FullSkill, true, false},
		{"with results only, a win", four, false, full, strength.FullSkill, true, true},
		{"fewer pieces asked for", four, true, options.Tables{Depth: 1, Limit: 3}, strength.FullSkill, false, true},
		{"switched off", four, true, options.Tables{Depth: 1, Limit: 0}, strength.FullSkill, false, false},
		{"too many pieces", five, true, full, strength.FullSkill, false, true},
		{"below full strength", four, true, full, 10, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fakeTables{winner: "e1d1", byDistance: c.byDistance, problems: []error{errors.New("KQvK is damaged")}}
			e := tabled(t, f)
			if _, err := e.SetTables("chess", "a"); err != nil {
				t.Fatal(err)
			}
			e.UseTables(c.use)
			e.SetSkill(c.level)
			p, err := chess.Rules.Parse(c.fen, core.Settings{})
			must.OK(t, err)
			var o outcome
			to := o.callbacks()
			var notes []string
			to.Fault = func(err error) { notes = append(notes, err.Error()) }
			e.Go(p.Clone(), core.Limits{Depth: 9}, to)
			e.Wait()
			last := o.infos[len(o.infos)-1]
			if best := p.FormatMove(o.result.Best) == "e1d1" && o.result.Score == core.TableWinIn(0) && last.Score == core.TableWinIn(0); best != c.best {
				t.Errorf("plays %s with the score %d", p.FormatMove(o.result.Best), o.result.Score)
			}
			ranked := 0
			if c.best {
				ranked = 1
			}
			if probed := f.probes > ranked; probed != c.probed {
				t.Errorf("%d probes", f.probes)
			}
			if hits := last.Endgames > 0; hits != (c.best || c.probed) {
				t.Errorf("%d hits reported, %d probes", last.Endgames, f.probes)
			}
			if len(notes) != 1 || notes[0] != "KQvK is damaged" {
				t.Errorf("remarks %q", notes)
			}
		})
	}
}
