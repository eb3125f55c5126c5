package chess

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// randomGames visits the positions of random games.
func randomGames(number int, visit func(p core.Position, m core.Move)) {
	random := rand.New(rand.NewPCG(5, 6))
	var list core.MoveList
	for range number {
		p := chess.Rules.Start(core.Settings{})
		for range 200 {
			list.Clear()
			p.Generate(core.AllMoves, &list)
			if list.N == 0 {
				break
			}
			m := list.Moves[random.IntN(list.N)]
			visit(p, m)
			p.Do(m, nil)
		}
	}
}

// What Trace counts, times the weights, is what Evaluate says: else the tuner
// would fit another evaluation than the one that plays.
func TestTraceIsTheEvaluation(t *testing.T) {
	e := New().(*Evaluator)
	middle, end := e.Weights()
	most := 0.0
	randomGames(30, func(p core.Position, _ core.Move) {
		e.Reset(p)
		want := float64(e.Evaluate())
		var sums [3][2]float64
		m, n := e.Trace(func(sum, term, n int) {
			sums[sum][0] += float64(n) * float64(middle[term])
			sums[sum][1] += float64(n) * float64(end[term])
		})
		got := m*(sums[0][0]+e.Danger(sums[2][0])-e.Danger(sums[1][0])) + n*sums[0][1]
		if p.Side() == core.Second {
			got = -got
		}
		if most = max(most, math.Abs(got-want)); most > 3 { // of rounding
			t.Fatalf("%s: %v by its terms, evaluated as %v", p, got, want)
		}
		if again := float64(e.Evaluate()); again != want {
			t.Fatalf("%s: %v after tracing, was %v", p, again, want)
		}
	})
	if most == 0 {
		t.Error("no difference at all, not even of rounding: nothing was compared")
	}
}

func TestGroupsNameEveryTerm(t *testing.T) {
	e := New().(*Evaluator)
	names := e.Terms()
	if len(names) != terms || len(weights) != terms {
		t.Fatalf("%d names and %d weights of %d terms", len(names), len(weights), terms)
	}
	tests := []struct {
		term int
		name string
	}{
		{material, "material"},
		{place + 5*64, "place of kings"},
		{tempo, "tempo"},
		{mobilityOf[chess.Queen], "mobility of queens"},
		{knightOutpost, "outpost of a knight"},
		{rookBehind, "rook behind a passed pawn"},
		{restricted, "restricted squares"},
		{byPawn, "threats by pawns"},
		{byPush, "threats by pushing a pawn"},
		{passed, "passed pawns"},
		{pursuit, "enemy king's distance from passed pawns"},
		{laggard, "backward pawns, exposed"},
		{rammed, "storm, rammed"},
		{alarm, "danger"},
		{flankDefence, "danger averted by defence of the flank"},
		{missingPawns, "danger by missing pawns"},
	}
	for _, tt := range tests {
		if names[tt.term] != tt.name || tt.term > 0 && names[tt.term-1] == tt.name {
			t.Errorf("term %d is called %q, after %q; want %q", tt.term, names[tt.term], names[max(0, tt.term-1)], tt.name)
		}
	}
}

// evaluate returns the value of a position for the side to move.
func evaluate(t *testing.T, fen string) core.Score {
	t.Helper()
	p, err := chess.Rules.Parse(fen, core.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	e := New()
	e.Reset(p)
	return e.Evaluate()
}

// What everybody knows must be what the fitted values say.
func TestBetterPositions(t *testing.T) {
	tests := []struct{ name, better, worse string }{
		{"a passed pawn further on", "4k3/8/P7/8/8/8/5ppp/4K3 w - - 0 1", "4k3/8/8/8/P7/8/5ppp/4K3 w - - 0 1"},
		{"a king that can stop a pawn", "8/8/8/8/2k5/8/P6P/6K1 b - - 0 1", "7k/8/8/8/8/8/P6P/6K1 b - - 0 1"},
		{"a rook on an open file", "3r2k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1", "3r2k1/pp3ppp/8/8/8/8/PP3PPP/1R4K1 w - - 0 1"},
		{"pawns in front of the king", "r1bq1rk1/pppp1ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1", "r1bq1rk1/pppp1ppp/2n2n2/8/8/2N2N2/PPPPP3/R1BQ1RK1 w - - 0 1"},
		{"a knight on an outpost", "r1bq1rk1/pp3ppp/8/3N4/4P3/8/PPP2PPP/R2Q1RK1 w - - 0 1", "r1bq1rk1/pp3ppp/8/8/4P3/8/PPP2PPP/R2Q1RKN w - - 0 1"},
		{"two bishops", "2b1k3/pppp1ppp/2n5/8/8/8/PPPP1PPP/2B1KB2 w - - 0 1", "2b1k3/pppp1ppp/2n5/8/8/2N5/PPPP1PPP/4KB2 w - - 0 1"},
		{"bishops of one colour", "8/5k2/3b1p2/8/2PPK3/4B3/8/8 w - - 0 1", "8/5k2/3b1p2/8/2PPK3/3B4/8/8 w - - 0 1"},
		{"a bare king in the corner", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/5K2/8/3k4/8/8/R7 w - - 0 1"},
		{"kings together for the mate", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/2K5/8/R7 w - - 0 1"},
	}
	for _, tt := range tests {
		if better, worse := evaluate(t, tt.better), evaluate(t, tt.worse); better <= worse {
			t.Errorf("%s is worth %d, without it %d", tt.name, better, worse)
		}
	}
}

func TestWhatCannotBeWon(t *testing.T) {
	tests := []struct {
		name, fen string
		most      core.Score
	}{
		{"two knights", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 200},
		{"a bishop against pawns", "4k3/5p2/8/8/8/8/8/2B1K3 w - - 0 1", 60},
		{"rook against bishop", "4k3/5b2/8/8/8/8/8/2R1K3 w - - 0 1", 120},
	}
	for _, tt := range tests {
		if got := evaluate(t, tt.fen); got > tt.most {
			t.Errorf("%s: %d, want at most %d", tt.name, got, tt.most)
		}
	}
}

func TestPackedScores(t *testing.T) {
	for _, a := range []weight{{0, 0}, {1, -1}, {-1, 1}, {-300, -20}, {30000, -30000}, {-30000, 30000}} {
		for _, n := range []int{-7, -1, 0, 1, 9} {
			s := pack(a)*score(n) + pack(weight{-5, 6})
			if s.middle() != a.middle*int32(n)-5 || s.end() != a.end*int32(n)+6 {
				t.Errorf("%d times %v: %d and %d", n, a, s.middle(), s.end())
			}
		}
	}
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	e := New()
	var positions []core.Position
	randomGames(2, func(p core.Position, _ core.Move) { positions = append(positions, p.Clone()) })
	if n := testing.AllocsPerRun(20, func() {
		for _, p := range positions {
			e.Reset(p)
			e.Evaluate()
		}
	}); n != 0 {
		t.Errorf("%v allocations in %d positions", n, len(positions))
	}
}

func BenchmarkEvaluate(b *testing.B) {
	var positions []core.Position
	randomGames(5, func(p core.Position, _ core.Move) { positions = append(positions, p.Clone()) })
	e := New()
	for b.Loop() {
		for _, p := range positions {
			e.Reset(p)
			e.Evaluate()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
}
