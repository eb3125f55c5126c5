package stats

import (
	"math"
	"testing"
)

// Cases in which fastchess prints nan, or that need a decision.
func TestEdges(t *testing.T) {
	root := normalizedUnit * z95 // normalised error of one game
	tests := []struct {
		name string
		got  Estimate
		want Estimate
	}{
		{"no games", Games{}.Estimate(), Estimate{0.5, 0, inf, 0, inf, 0.5, 0}},
		{"no pairs", Pairs{}.Estimate(), Estimate{0.5, 0, inf, 0, inf, 0.5, 0}},
		{"one win", Games{Wins: 1}.Estimate(), Estimate{1, inf, inf, inf, inf, 0.79289, 0}},
		{"one loss", Games{Losses: 1}.Estimate(), Estimate{0, -inf, inf, -inf, inf, 0.20711, 0}},
		{"one draw", Games{Draws: 1}.Estimate(), Estimate{0.5, 0, inf, 0, root, 0.5, 1}},
		{"all draws", Games{Draws: 100}.Estimate(), Estimate{0.5, 0, 6.743036949833828, 0, root / 10, 0.5, 1}},
		{"one pair even", Pairs{2: 1}.Estimate(), Estimate{0.5, 0, 296.575290063887, 0, root / math.Sqrt2, 0.5, 1}},
		{"all pairs even", Pairs{0, 0, 50}.Estimate(), Estimate{0.5, 0, 9.443742838864173, 0, root / 10, 0.5, 1}},
		{"one pair won", Pairs{4: 1}.Estimate(), Estimate{1, inf, inf, inf, inf, 0.84134, 0}},
		{"two pairs won", Pairs{4: 2}.Estimate(), Estimate{1, inf, inf, inf, inf, 0.96796, 0}},
		{"one pair lost by a game", Pairs{1: 1}.Estimate(), Estimate{0.25, -190.84850188786498, inf, -inf, inf, 0.26354, 0}},
		{"twenty pairs won by a game", Pairs{3: 20}.Estimate(), Estimate{0.75, 190.84850188786498, 37.39623377426324, inf, inf, 1, 0}},
		{"interval beyond a score of 1", Games{Wins: 2, Losses: 1}.Estimate(),
			Estimate{2. / 3, 120.41199826559248, inf, 122.83702927427505, root / math.Sqrt(3), 0.7299, 0}},
		{"interval of all scores", Pairs{1, 0, 0, 0, 1}.Estimate(), Estimate{0.5, 0, inf, 0, root / 2, 0.5, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			compare(t, "draw ratio", test.got.DrawRatio, test.want.DrawRatio)
			test.want.LOS *= 100
			compareEstimate(t, test.got, test.want)
		})
	}
}

// Results that are all the same say the more, the more there are, and never that nothing is
// uncertain.
func TestResultsAllTheSame(t *testing.T) {
	for outcome := range 5 {
		last := Pairs{}.Estimate()
		for n := 1; n <= 1<<20; n *= 2 {
			pairs := Pairs{}
			pairs[outcome] = n
			e := pairs.Estimate()
			if !(e.Error > 0) || e.Error > last.Error || math.Abs(e.LOS-0.5) < math.Abs(last.LOS-0.5) {
				t.Errorf("%v: %+v after %+v", pairs, e, last)
			}
			if n <= 2 && (e.LOS > 0.98 || e.LOS < 0.02) {
				t.Errorf("%v: LOS %v", pairs, e.LOS)
			}
			last = e
		}
	}
}

func TestCounts(t *testing.T) {
	games, pairs := Games{5, 3, 2}, Pairs{1, 2, 3, 4, 5}
	tests := []struct {
		name      string
		got, want any
	}{
		{"games", games.N(), 10},
		{"score of games", games.Score(), 0.65},
		{"sum of games", games.Add(Games{10, 20, 30}), Games{15, 23, 32}},
		{"games reversed", games.reverse(), Games{2, 3, 5}},
		{"draw ratio of games", games.Estimate().DrawRatio, 0.3},
		{"pairs", pairs.N(), 15},
		{"sum of pairs", pairs.Add(Pairs{10, 20, 30, 40, 50}), Pairs{11, 22, 33, 44, 55}},
		{"pairs are not changed by adding", pairs, Pairs{1, 2, 3, 4, 5}},
		{"pairs reversed", pairs.reverse(), Pairs{5, 4, 3, 2, 1}},
		{"draw ratio of pairs", pairs.Estimate().DrawRatio, 0.2},
		{"score without games", Games{}.Score(), 0.5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("%v, want %v", test.got, test.want)
			}
		})
	}
}

// The view of the other player has opposite signs.
func TestEstimateReverse(t *testing.T) {
	check := func(a, b Estimate) {
		t.Helper()
		compareEstimate(t, b, Estimate{1 - a.Score, -a.Elo, a.Error, -a.NormalizedElo, a.NormalizedError, 100 * (1 - a.LOS), 0})
		compare(t, "draw ratio", b.DrawRatio, a.DrawRatio)
	}
	for _, row := range fastchessGames {
		check(row.games.Estimate(), row.games.reverse().Estimate())
	}
	for _, row := range fastchessPairs {
		check(row.pairs.Estimate(), row.pairs.reverse().Estimate())
	}
}

// A win instead of a loss raises everything; more games of the same kind narrow errors.
func TestEstimateMonotone(t *testing.T) {
	last := Games{Losses: 30, Draws: 20, Wins: 11}.Estimate()
	for wins := 12; wins <= 30; wins++ {
		e := Games{Losses: 41 - wins, Draws: 20, Wins: wins}.Estimate()
		if e.Score <= last.Score || e.Elo <= last.Elo || e.NormalizedElo <= last.NormalizedElo || e.LOS <= last.LOS {
			t.Errorf("%d wins: %v after %v", wins, e, last)
		}
		last = e
	}
	one, four := Pairs{3, 20, 50, 25, 4}.Estimate(), Pairs{12, 80, 200, 100, 16}.Estimate()
	compare(t, "normalised error of four times the pairs", four.NormalizedError, one.NormalizedError/2)
	if r := one.Error / four.Error; math.Abs(r-2) > 0.01 {
		t.Errorf("four times the pairs divide the error by %v, want about 2", r)
	}
}

// Pairs of independent games give the same estimate as the games.
func TestPairsOfIndependentGames(t *testing.T) {
	// Wins, draws and losses as 2 to 5 to 3, and what two of them give together.
	games := Games{Wins: 400, Draws: 1000, Losses: 600}.Estimate()
	pairs := Pairs{90, 300, 370, 200, 40}.Estimate()
	pairs.LOS *= 100
	compareEstimate(t, games, pairs)
}

func TestFormatElo(t *testing.T) {
	tests := []struct {
		elo, margin float64
		want        string
	}{
		{12.345, 6.789, "12.35 ± 6.79"},
		{-0.5, 0, "-0.50 ± 0.00"},
		{inf, inf, "inf ± inf"},
		{-inf, inf, "-inf ± inf"},
	}
	for _, test := range tests {
		if got := FormatElo(test.elo, test.margin); got != test.want {
			t.Errorf("FormatElo(%v, %v) = %q, want %q", test.elo, test.margin, got, test.want)
		}
	}
}
