package search_test

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
)

var switchPositions = map[*game][]string{
	&chessGame: {
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	},
	&shogiGame: {
		"lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 10",
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
	},
}

// without returns a game whose search lacks the technique of a row, or those of
// all rows that have one.
func without(t *testing.T, g game, rows ...params.Row) game {
	t.Helper()
	set := *g.params
	for _, r := range rows {
		if r.Technique != "" {
			if err := set.Assign(r.Name, r.Off); err != nil {
				t.Fatal(err)
			}
		}
	}
	g.params = &set
	return g
}

// minimax is the plainest search there is.
func minimax(p core.Position, eval core.Evaluator, ply, depth int) core.Score {
	if ply > 0 {
		if score, over := p.Outcome(ply); over {
			return score
		}
	}
	if depth == 0 {
		eval.Reset(p)
		return eval.Evaluate()
	}
	var moves core.MoveList
	p.Generate(core.Tactical, &moves)
	p.Generate(core.Quiet, &moves)
	if moves.N == 0 {
		return p.NoMoves(ply)
	}
	best := -core.Infinite
	for _, m := range moves.Slice() {
		p.Do(m, nil)
		best = max(best, -minimax(p, eval, ply+1, depth-1))
		p.Undo()
	}
	return best
}

// With every technique off, what is left is exact.
func TestWithoutTechniquesSearchIsMinimax(t *testing.T) {
	for g, fens := range switchPositions {
		plain := without(t, *g, params.Rows()...)
		for _, fen := range fens {
			for depth := 1; depth <= 3; depth++ {
				if g == &shogiGame && depth == 3 {
					continue // too many drops for minimax
				}
				p, err := g.rules.Parse(fen, core.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				want := minimax(p, g.eval(), 0, depth)
				if got := newBench(t, plain).run(t, fen, depth, 0).score; got != want {
					t.Errorf("%s, depth %d: %d, minimax says %d", fen, depth, got, want)
				}
			}
		}
	}
}

// rare are rows whose technique only a particular search meets: other values for
// all searches of the test, and a position of either game where it matters.
var rare = map[string]struct {
	chess, shogi string
	set          map[string]int
}{
	"MateDistance":        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "7gk/9/5B1P1/9/9/9/9/9/4K4 b 2G 1", nil},
	"NullMoveVerify":      {"", "", map[string]int{"NullMoveVerify": 8}},
	"HistoryPruningDepth": {"", "", map[string]int{"HistoryPruningMargin": 500}},
	"TripleMargin":        {"", "", map[string]int{"TripleMargin": 20, "DoubleMargin": 0, "SingularDepth": 4}},
	"UpcomingRepetition":  {"8/8/8/8/1k6/3q4/8/K5Q1 w - - 0 1", "", nil},
	"DrawJitter":          {"3q1rk1/p4pp1/2p1p2p/8/3PQ3/2P3P1/P4P1P/1R4K1 b - - 0 24", "", nil},
	"DrawClock":           {"8/8/4k3/8/3PK3/8/8/8 w - - 70 90", "", nil},
}

// Every switch that is on changes the search of its game.
func TestEverySwitchMatters(t *testing.T) {
	const depth, limit = 10, 150_000
	type answer struct {
		nodes uint64
		score core.Score
	}
	ask := func(g game, fen string) answer {
		b := newBench(t, g)
		c := b.run(t, fen, depth, limit)
		return answer{b.Nodes(), c.score}
	}
	for g, fens := range switchPositions {
		full := map[string]answer{}
		for _, fen := range fens {
			full[fen] = ask(*g, fen)
		}
		for _, r := range params.Rows() {
			value := r.Chess
			if g == &shogiGame {
				value = r.Shogi
			}
			if r.Technique == "" || value == r.Off || r.Name == "MateInOne" && g == &chessGame {
				continue // not used here; chess sees no mate in one
			}
			if r.Name == "UnfinishedBest" {
				continue // TestStopLateInAnIteration
			}
			lacking := without(t, *g, r)
			matters := func(base, lacking game, fen string) bool { return ask(base, fen) != ask(lacking, fen) }
			special := rare[r.Name]
			if fen := special.chess; fen != "" && g == &chessGame && matters(*g, lacking, fen) {
				continue
			}
			if fen := special.shogi; fen != "" && g == &shogiGame && matters(*g, lacking, fen) {
				continue
			}
			if special.set != nil {
				base := *g
				set := *g.params
				base.params = &set
				for name, value := range special.set {
					if err := set.Assign(name, value); err != nil {
						t.Fatal(err)
					}
				}
				if slices.ContainsFunc(fens, func(fen string) bool { return matters(base, without(t, base, r), fen) }) {
					continue
				}
			}
			if !slices.ContainsFunc(fens, func(fen string) bool { return ask(lacking, fen) != full[fen] }) {
				t.Errorf("%s: the search is the same without %s", g.rules.Name, r.Technique)
			}
		}
	}
}

// A search tells how often the first move refuted a node.
func TestCounts(t *testing.T) {
	b := newBench(t, chessGame)
	b.run(t, switchPositions[&chessGame][0], 8, 0)
	c := b.Counts()
	if c.Cutoffs == 0 || c.CutoffsAt[0]*2 < c.Cutoffs || c.CutoffsAt[0] >= c.Cutoffs {
		t.Errorf("%d cutoffs, %d on the first move", c.Cutoffs, c.CutoffsAt[0])
	}
}
