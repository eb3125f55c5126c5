package search_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/tests/must"
)

// switchPositions are positions that most parameters matter in, by game.
var switchPositions = map[string][]string{
	"chess": {
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	},
	"shogi": {
		"lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 10",
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
		"ln1gk2nl/1rs2sgb1/p1pppp1pp/1p4p2/9/2P4P1/PPBPPPP1P/2G1S2R1/LNS1KG1NL b - 15",
		"lr5nl/3g1kg2/2n1psspp/p1pp1pp2/1p5N1/P1P1SPP1P/1P1PPS3/1KG3GR1/LN6L b Bbp 45",
	},
}

// withoutTechniques returns a game whose search lacks all techniques.
func withoutTechniques(t *testing.T, g game) game {
	t.Helper()
	off := map[string]int{}
	for _, r := range params.Rows() {
		if r.Technique != "" {
			off[r.Name] = r.Off
		}
	}
	return assigned(t, g, off)
}

// minimax is a search without any technique.
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
		return p.MateOrStalemate(ply)
	}
	best := -core.Infinite
	for _, m := range moves.Slice() {
		p.Do(m, nil)
		best = max(best, -minimax(p, eval, ply+1, depth-1))
		p.Undo()
	}
	return best
}

// With every technique off, the search is minimax.
func TestWithoutTechniquesSearchIsMinimax(t *testing.T) {
	for _, g := range []game{chessGame, shogiGame} {
		plain := withoutTechniques(t, g)
		for _, fen := range switchPositions[g.rules.Name] {
			for depth := 1; depth <= 3; depth++ {
				if g.rules.Name == "shogi" && depth == 3 {
					continue // too many drops for minimax
				}
				p, err := g.rules.Parse(fen, core.Settings{})
				must.OK(t, err)
				want := minimax(p, g.eval(), 0, depth)
				if got := newBench(t, plain).run(t, fen, depth, 0).score; got != want {
					t.Errorf("%s, depth %d: %d, minimax says %d", fen, depth, got, want)
				}
			}
		}
	}
}

// rare are parameters that matter only in particular searches: other values of rows
// for all searches of the test, and positions to try before switchPositions. Several
// of them, so that a change of the tree does not miss all occasions.
var rare = map[string]struct {
	set   map[string]int
	chess []string
	shogi []string
}{
	"AspirationLimit": {set: map[string]int{"AspirationDelta": 40, "AspirationGrowth": 200}},
	"MateDistance": {
		chess: []string{"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "7k/R7/6K1/8/8/8/8/8 b - - 0 1"},
		shogi: []string{"7gk/9/5B1P1/9/9/9/9/9/4K4 b 2G 1", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"},
	},
	"NullMoveMax":    {set: map[string]int{"NullMoveBase": 1, "NullMoveDivisor": 10}},
	"NullMoveVerify": {set: map[string]int{"NullMoveVerify": 8}},
	"NullMoveVerifyPlies": {
		set: map[string]int{"NullMoveVerify": 8, "NullMoveBase": 1, "NullMoveDivisor": 10, "NullMoveMax": 0},
		// Zugzwangs with pieces on the board.
		chess: []string{
			"8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1",
			"8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 32",
		},
	},
	"HistoryPruningDepth": {set: map[string]int{"HistoryPruningMargin": 500}},
	"TripleMargin":        {set: map[string]int{"TripleMargin": 20, "DoubleMargin": 0, "SingularDepth": 4}},
	"UpcomingRepetition":  {chess: []string{"8/8/8/8/1k6/3q4/8/K5Q1 w - - 0 1", "6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 w - - 0 1"}},
	"DrawClock":           {chess: []string{"8/8/4k3/8/3PK3/8/8/8 w - - 70 90", "8/5k2/3b1p2/1p1P1Pp1/1P2K1P1/4B3/8/8 w - - 60 90"}},
	"DrawClockTrust":      {chess: []string{"8/5k2/3b1p2/1p1P1Pp1/1P2K1P1/4B3/8/8 w - - 60 90"}},
}

// shape identifies the tree of a search.
type shape struct {
	nodes, pv, cut, all, quiescence uint64
	score                           core.Score
}

// shapeOf searches a position to a depth or number of nodes. Trees with the same number
// of nodes still differ in the kinds of nodes.
func shapeOf(t *testing.T, g game, fen string, limit uint64) shape {
	const depth = 10
	b := newBench(t, g)
	c := b.run(t, fen, depth, limit)
	n := b.Counts()
	return shape{b.Nodes(), n.PVNodes, n.CutNodes, n.AllNodes, n.QuiescenceNodes, c.score}
}

// assigned returns a game whose search has other values of some rows.
func assigned(t *testing.T, g game, values map[string]int) game {
	t.Helper()
	set := *g.params
	for name, value := range values {
		must.OK(t, set.Assign(name, value))
	}
	g.params = &set
	return g
}

// Every parameter changes the search of its game: one that governs a technique when
// it is switched off, any other by its smallest or its largest value. A technique that
// is off, and the rows after it that refine it, are left out.
func TestEveryParameterMatters(t *testing.T) {
	must.BeFull(t, "searches for each parameter")
	elsewhere := map[string]string{ // why a row is not looked at, by its name or game and name
		"UnfinishedBest": "TestStopLateInAnIteration", "DrawJitter": "TestDrawJitter",
		"chess MateInOne": "chess detects no mate in one",
	}
	for _, g := range []game{chessGame, shogiGame} {
		full := map[string]shape{} // of the searches with usual values, by position and limit
		off := false               // the technique that the row governs or refines
		for _, r := range params.Rows() {
			value, special := r.Chess, rare[r.Name]
			fens := slices.Concat(special.chess, switchPositions[g.rules.Name])
			if g.rules.Name == "shogi" {
				value, fens = r.Shogi, slices.Concat(special.shogi, switchPositions[g.rules.Name])
			}
			values := []int{r.Min, r.Max}
			if r.Technique != "" {
				values, off = []int{r.Off}, value == r.Off
			}
			if r.Clock || off || elsewhere[r.Name] != "" || elsewhere[g.rules.Name+" "+r.Name] != "" {
				continue
			}
			base := assigned(t, g, special.set)
			var limit uint64
			matters := func(fen string) bool {
				id := fmt.Sprint(fen, limit)
				with, known := full[id]
				if special.set != nil || !known {
					with = shapeOf(t, base, fen, limit)
				}
				if special.set == nil {
					full[id] = with
				}
				return slices.ContainsFunc(values, func(value int) bool {
					return shapeOf(t, assigned(t, base, map[string]int{r.Name: value}), fen, limit) != with
				})
			}
			found := false
			for _, limit = range []uint64{2_000, 10_000, 150_000} { // few are enough for most
				if found = slices.ContainsFunc(fens, matters); found {
					break
				}
			}
			if !found {
				t.Errorf("%s: %s makes no difference at %v in all %d positions: if it does work, add a position or values "+
					"to the table rare where it matters; a technique that is not for %s has the value of off there",
					g.rules.Name, r.Name, values, len(fens), g.rules.Name)
			}
		}
	}
}

// A search counts how often the first move refuted a node.
func TestCounts(t *testing.T) {
	b := newBench(t, chessGame)
	b.run(t, switchPositions["chess"][0], 8, 0)
	c := b.Counts()
	if c.Cutoffs == 0 || c.CutoffsAt[0]*2 < c.Cutoffs || c.CutoffsAt[0] >= c.Cutoffs {
		t.Errorf("%d cutoffs, %d on the first move", c.Cutoffs, c.CutoffsAt[0])
	}
}
