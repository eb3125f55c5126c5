package chess

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
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

// The terms of Trace times the weights add up to Evaluate: otherwise the tuner would
// fit another evaluation than the one that plays.
func TestTraceAddsUpToEvaluate(t *testing.T) {
	e := New().(*Evaluator)
	most := 0.0
	randomGames(30, func(p core.Position, _ core.Move) {
		e.Reset(p)
		want := float64(e.Evaluate())
		var sums [tapered.Sums][2]float64
		m, n := e.Trace(func(sum, term, n int) {
			sums[sum][0] += float64(n) * float64(weights[term].Middle())
			sums[sum][1] += float64(n) * float64(weights[term].End())
		})
		danger := e.Danger(sums[tapered.SecondDanger][0]) - e.Danger(sums[tapered.FirstDanger][0])
		got := m*(sums[tapered.ScoreSum][0]+danger) + n*sums[tapered.ScoreSum][1]
		if p.Side() == core.Second {
			got = -got
		}
		if most = max(most, math.Abs(got-want)); most > 3 { // of rounding
			t.Fatalf("%s: the terms add up to %v, evaluated as %v", p, got, want)
		}
		if again := float64(e.Evaluate()); again != want {
			t.Fatalf("%s: %v after tracing, was %v", p, again, want)
		}
	})
	if most == 0 {
		t.Error("no difference at all, not even of rounding: nothing was compared")
	}
}

func TestTermsAreNamed(t *testing.T) {
	e := New().(*Evaluator)
	names := e.Terms()
	if text := strings.ReplaceAll(weightsText, "\r", ""); tapered.FormatWeights(names, e.Weights()) != text {
		t.Error("weights.txt has not a line for each term, and the names of the groups before them")
	}
	tests := []struct {
		term int
		name string
	}{
		{material, "material"},
		{place + 5*64, "piece-square values of kings"},
		{tempo, "tempo"},
		{mobilityOf[chess.Queen], "mobility of queens"},
		{knightOutpost, "knight outpost"},
		{rookBehind, "rook behind a passed pawn"},
		{restricted, "restricted squares"},
		{byPawn, "threats by pawns"},
		{byPush, "threats by pawn pushes"},
		{passed, "passed pawns"},
		{enemyKingDistance, "enemy king's distance from passed pawns"},
		{backwardUnopposed, "backward pawns, unopposed"},
		{stormBlocked, "blocked pawn storm"},
		{danger, "king danger"},
		{flankDefence, "king danger: defence of the flank"},
		{missingShelter, "king danger: files without a pawn"},
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

// The fitted weights agree with common knowledge.
func TestBetterPositions(t *testing.T) {
	tests := []struct{ name, better, worse string }{
		{"a more advanced passed pawn", "4k3/8/P7/8/8/8/5ppp/4K3 w - - 0 1", "4k3/8/8/8/P7/8/5ppp/4K3 w - - 0 1"},
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

func TestDrawishEndgames(t *testing.T) {
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
