package search_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/tests/must"
)

// fakeTables give one result, for White, to all positions of up to so many pieces. They
// check that they are asked only what they can know.
type fakeTables struct {
	core.Tables
	t      *testing.T
	white  int
	root   uint64
	probes int
}

func (f *fakeTables) Probe(g core.Game, limit int) (int, bool) {
	p := g.(*chess.Position)
	switch {
	case p.HalfmoveClock() != 0:
		f.t.Errorf("probed with the clock at %d: %s", p.HalfmoveClock(), p)
	case p.Key() == f.root:
		f.t.Error("probed at the root")
	case bits.OnesCount64(p.Occupied()) > limit:
		return 0, false
	}
	f.probes++
	if p.Side() == core.Second {
		return -f.white, true
	}
	return f.white, true
}

// consult searches one move at the root with tables.
func (b *bench) consult(t *testing.T, fen, move string, depth int, tables core.Tables, use options.Tables) *control {
	t.Helper()
	p, err := chess.Rules.Parse(fen, core.Settings{})
	must.OK(t, err)
	m, err := p.ParseMove(move)
	must.OK(t, err)
	c := &control{bench: b}
	b.Search(search.Task{
		Position: p, Legal: legal(p), RootMoves: []core.Move{m}, Evaluator: b.game.eval(), Params: b.game.params,
		MultiPV: 1, FirstDepth: 1, MaxDepth: depth, Control: c, Tables: tables, TableUse: use,
	})
	return c
}

func TestTables(t *testing.T) {
	const (
		pawns = "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1"
		mate  = "k7/7p/1K6/8/8/8/8/7R w - - 0 1"
	)
	for _, c := range []struct {
		name, fen, move string
		white, depth    int
		use             options.Tables
		want            core.Score // NoScore: any evaluation
		hits            bool
	}{
		{"a win", pawns, "e3d4", 2, 5, options.Tables{Limit: 3}, core.TableWinIn(1), true},
		{"a win that comes too late", pawns, "e3d4", 1, 5, options.Tables{Limit: 3}, 1, true},
		{"the same without the fifty-move rule", pawns, "e3d4", 1, 5, options.Tables{Limit: 3, NoDraws: true}, core.TableWinIn(1), true},
		{"a draw", pawns, "e3d4", 0, 5, options.Tables{Limit: 3}, 0, true},
		{"a loss that comes too late", pawns, "e3d4", -1, 5, options.Tables{Limit: 3}, -1, true},
		{"a loss", pawns, "e3d4", -2, 5, options.Tables{Limit: 3}, -core.TableWinIn(1), true},
		{"too many pieces", pawns, "e3d4", 2, 5, options.Tables{Limit: 2}, core.NoScore, false},
		{"not deep enough", pawns, "e3d4", 2, 5, options.Tables{Limit: 3, Depth: 5}, core.NoScore, false},
		{"deep enough", pawns, "e3d4", 2, 9, options.Tables{Limit: 3, Depth: 5}, core.TableWinIn(1), true},
		{"fewer pieces at any depth", pawns, "e3d4", 2, 5, options.Tables{Limit: 4, Depth: 99}, core.TableWinIn(1), true},
		{"farther away", pawns, "e1d2", 2, 8, options.Tables{Limit: 3}, core.NoScore, true},
		{"a mate is better than a win", mate, "h1h7", 2, 6, options.Tables{Limit: 3}, core.WinIn(3), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, chessGame)
			root, _ := chess.Rules.Parse(c.fen, core.Settings{})
			tables := &fakeTables{t: t, white: c.white, root: root.Key()}
			found := b.consult(t, c.fen, c.move, c.depth, tables, c.use)
			if c.want == core.NoScore && !c.hits && found.score.IsDecisive() || c.want != core.NoScore && found.score != c.want {
				t.Errorf("score %d, want %d", found.score, c.want)
			}
			if hits := b.EndgameHits(); (hits > 0) != c.hits || hits != uint64(tables.probes) {
				t.Errorf("%d hits, %d probes", hits, tables.probes)
			}
		})
	}
}

// Positions that tables know are kept for later: the same search hardly asks again.
func TestTablesAreRemembered(t *testing.T) {
	b := newBench(t, chessGame)
	tables := &fakeTables{t: t, white: 2}
	b.consult(t, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e1d2", 8, tables, options.Tables{Limit: 3})
	first := tables.probes
	b.consult(t, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e1d2", 8, tables, options.Tables{Limit: 3})
	if again := tables.probes - first; first < 10 || again > first/2 {
		t.Errorf("%d probes, then %d", first, again)
	}
}

// Lines are searched among moves of equal rank, the highest first.
func TestRankedRoot(t *testing.T) {
	const fen = "2k5/8/8/8/8/8/4Q3/4K3 w - - 0 1"
	root, err := chess.Rules.Parse(fen, core.Settings{})
	must.OK(t, err)
	rank := func(moves map[string]core.RankedMove) (list []core.RankedMove) {
		for _, m := range legal(root) {
			r := moves[root.FormatMove(m)]
			r.Move = m
			list = append(list, r)
		}
		return list
	}
	for _, c := range []struct {
		name  string
		moves map[string]core.RankedMove
		only  []string
		lines int
		want  []string
		score core.Score // NoScore: any evaluation
	}{
		{"one best move", map[string]core.RankedMove{"e2h2": {WDL: 2, Rank: 2}}, nil, 1, []string{"e2h2"}, core.TableWinIn(0)},
		{"three lines of three ranks", map[string]core.RankedMove{"e2h2": {Rank: 3}, "e2a2": {Rank: 2}, "e1d1": {Rank: 1}}, nil, 3,
			[]string{"e2h2", "e2a2", "e1d1"}, 0},
		{"the best of the moves to search", map[string]core.RankedMove{"e2h2": {Rank: 3}, "e2a2": {Rank: 2, WDL: -1}}, []string{"e1d1", "e2a2"}, 2,
			[]string{"e2a2", "e1d1"}, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, chessGame)
			task := search.Task{
				Position: root.Clone(), Legal: legal(root), Evaluator: b.game.eval(), Params: b.game.params,
				MultiPV: c.lines, FirstDepth: 1, MaxDepth: 7, Control: &control{bench: b}, Ranked: rank(c.moves),
			}
			for _, text := range c.only {
				m, err := root.ParseMove(text)
				must.OK(t, err)
				task.RootMoves = append(task.RootMoves, m)
			}
			b.Search(task)
			var got []string
			for _, line := range b.Lines() {
				got = append(got, root.FormatMove(line.Move))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if score := b.Lines()[0].Value(); score != c.score {
				t.Errorf("score %d, want %d", score, c.score)
			}
		})
	}
}
