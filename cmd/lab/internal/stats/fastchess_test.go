package stats

import (
	"fmt"
	"math"
	"testing"
)

// The tables below hold what fastchess (commit
// 74deac23aadc6718fa0f8e24ac95d16392d79444) computes from the same counts: score,
// Elo, its error, normalised Elo, its error, LOS in percent to two decimals, the two
// hypotheses, and the log-likelihood ratios under the models. For the logistic and
// the Bayesian model its root finding was set to stop at 1e-8 instead of 1e-3, see
// TestFastchessRounding. Where fastchess says nan, TestEdges says what we do; where it has
// no Bayesian ratio, TestOneSidedMatches.
var nan, inf = math.NaN(), math.Inf(1)

var fastchessGames = []struct {
	games                                                 Games
	score, elo, margin, normalized, normalizedMargin, los float64
	elo0, elo1, normalizedLLR, logisticLLR, bayesianLLR   float64
}{
	{Games{76, 123, 89}, 0.477430556, -15.6935207, 30.4580007, -20.7564498, 40.1260256, 15.53, 0, 2, -0.103635602, -0.13892331, -0.112214289},
	{Games{136, 111, 96}, 0.558309038, 40.7024582, 30.4272179, 49.7684154, 36.7684506, 99.6, 0, 5, 0.66448806, 0.799005446, 0.717746308},
	{Games{34, 0, 356}, 0.0871794872, -407.988432, 63.1645147, -508.435325, 34.4818125, 0, -1.75, 0.25, -1.84873029, -1.84873949, -1.84873949},
	{Games{36433, 68692, 36027}, 0.501438166, 0.999342813, 1.2986336, 1.39479746, 1.81250357, 93.43, 0.5, 2.5, -0.246015303, -2.28080354, -0.505543351},
	{Games{10871, 20431, 10650}, 0.502633963, 1.83028162, 2.38126676, 2.55546984, 3.32465094, 93.4, 0, 10, -8.49258768, -21.4645878, -10.2514603},
	{Games{21404, 40708, 21184}, 0.501320592, 0.917643183, 1.68711756, 1.28334743, 2.35944749, 85.68, -5, 0, 13.0527396, 23.0590478, 14.4863128},
	{Games{57433, 106593, 57030}, 0.500911534, 0.633399211, 1.04220703, 0.880231736, 1.44834237, 88.32, -3, 1, 13.772663, 23.1057226, 15.2093519},
	{Games{68965, 128429, 68526}, 0.500825436, 0.573572355, 0.949532082, 0.797677472, 1.32052579, 88.18, 10, 30, -844.123865, -1647.47717, -963.300423},
	{Games{1, 1, 1}, 0.5, 0, 561.204306, 0, 393.153152, 50, 0, 2, -4.97046771e-05, -7.45572216e-05, -5.89096898e-05},
	{Games{1, 0, 0}, 1, inf, nan, inf, nan, 100, 0, 5, 0.0142797257, 0.0142873714, nan},
	{Games{0, 1, 0}, 0.5, 0, 0, nan, nan, nan, -1.75, 0.25, 1.24913187e-05, 0.00290842954, nan},
	{Games{0, 0, 1}, 0, -inf, nan, -inf, nan, 0, 0.5, 2.5, -0.00577841209, -0.00578135346, nan},
	{Games{10, 0, 0}, 1, inf, nan, inf, nan, 100, 0, 10, 0.283627904, 0.283680766, nan},
	{Games{0, 0, 10}, 0, -inf, nan, -inf, nan, 0, -5, 0, -0.142863804, -0.142875867, nan},
	{Games{0, 50, 0}, 0.5, 0, 0, nan, nan, nan, -3, 1, 0.00232948722, 0.288389472, nan},
	{Games{5, 3, 0}, 0.8125, 254.728839, 287.319023, 448.537412, 240.756153, 99.99, 10, 30, 0.33969316, 0.43389938, nan},
	{Games{0, 3, 5}, 0.1875, -254.728839, 287.319023, -448.537412, 240.756153, 0.01, 0, 2, -0.0365184589, -0.0461716654, nan},
	{Games{7, 0, 7}, 0.5, 0, 202.066161, 0, 181.994545, 50, 0, 5, -0.00144969121, -0.00144989483, -0.00144989482},
	{Games{3, 900, 1}, 0.501106195, 0.768664054, 1.5057347, 11.5619323, 22.6484338, 84.15, -1.75, 0.25, 0.183708316, 3.58761848, 0.020019945},
	{Games{1500, 17, 1400}, 0.517140898, 11.9153853, 12.5843082, 11.9526426, 12.6082315, 96.84, 0.5, 2.5, 0.504831793, 0.506101694, 0.506086946},
	{Games{4250, 0, 0}, 1, inf, nan, inf, nan, 100, 0, 10, 120.548268, 120.564679, nan},
	{Games{12, 30, 9}, 0.529411765, 20.461009, 61.7914338, 31.9840381, 95.3536455, 74.45, -5, 0, 0.0725455286, 0.117479804, 0.0735312709},
	{Games{480, 1100, 420}, 0.515, 10.4261962, 10.2163425, 15.5533529, 15.2267561, 97.74, -3, 1, 1.09597567, 1.68183647, 1.14078058},
	{Games{9000, 2000, 8500}, 0.512820513, 8.91055788, 4.62124452, 9.4073459, 4.87646469, 99.99, 10, 30, -34.0331234, -39.8369625, -38.672739},
	{Games{2, 0, 1}, 0.666666667, 120.411998, nan, 122.837029, 393.153152, 72.99, 0, 2, 0.00570766973, 0.00570864521, 0.00570864442},
	{Games{400, 100, 40}, 0.833333333, 279.588002, 32.3170169, 380.596615, 29.3039058, 100, 0, 5, 5.68508189, 6.29810858, 5.51950289},
}

var fastchessPairs = []struct {
	pairs                                                 Pairs
	score, elo, margin, normalized, normalizedMargin, los float64
	elo0, elo1, normalizedLLR, logisticLLR                float64
}{
	{Pairs{34, 54, 63, 64, 75}, 0.579310345, 55.5797804, 27.6534295, 57.9355999, 28.2753762, 100, -1.75, 0.25, 0.551497331, 0.566911449},
	{Pairs{332, 433, 498, 333, 334}, 0.487564767, -8.64266727, 10.3341944, -9.17291427, 10.9604589, 5.05, 0.5, 2.5, -0.681584422, -0.728041205},
	{Pairs{7895, 8757, 5685, 568, 9999}, 0.469752918, -21.0435206, 2.94528087, -19.0128343, 2.65450192, 0, 0, 10, -129.896582, -113.319643},
	{Pairs{365, 16618, 36229, 16974, 390}, 0.501438166, 0.999342813, 0.923076813, 1.96227079, 1.81250357, 98.31, -5, 0, 26.0874858, 78.8289528},
	{Pairs{127, 4883, 10712, 5150, 104}, 0.502633963, 1.83028162, 1.69896689, 3.58171113, 3.32465094, 98.26, -3, 1, 6.36787744, 15.0493564},
	{Pairs{223, 9863, 21279, 10037, 246}, 0.501320592, 0.917643183, 1.20636987, 1.79476438, 2.35944749, 93.2, 10, 30, -250.652349, -988.743467},
	{Pairs{871, 26175, 55983, 26678, 821}, 0.500911534, 0.633399211, 0.752170818, 1.21964633, 1.44834237, 95.06, 0, 2, 0.804451473, -4.97867286},
	{Pairs{0, 0, 0, 0, 5550}, 1, inf, nan, inf, nan, 100, 0, 5, 111.797555, 79.2962511},
	{Pairs{1, 0, 0, 0, 0}, 0, -inf, nan, -inf, nan, 0, -1.75, 0.25, -0.00811990363, -0.00575544963},
	{Pairs{0, 1, 0, 0, 0}, 0.25, -190.848502, 0, -inf, nan, 0, 0.5, 2.5, -0.00580627083, -0.00578716865},
	{Pairs{0, 0, 1, 0, 0}, 0.5, 0, 0, nan, nan, nan, 0, 10, -0.000944836348, -0.0253313996},
	{Pairs{0, 0, 0, 1, 0}, 0.75, 190.848502, 0, inf, nan, 100, -5, 0, 0.0145986704, 0.0145096277},
	{Pairs{0, 0, 0, 0, 1}, 1, inf, nan, inf, nan, 100, -3, 1, 0.0163559489, 0.0115691212},
	{Pairs{1, 1, 1, 1, 1}, 0.5, 0, 251.77691, 0, 215.33885, 50, 10, 30, -0.032959729, -0.0330367672},
	{Pairs{0, 0, 100, 0, 0}, 0.5, 0, 0, nan, nan, nan, 0, 2, -0.0047936895, -0.57037066},
	{Pairs{0, 3, 12, 5, 0}, 0.525, 17.3862775, 47.9694791, 39.3393334, 107.669425, 76.3, 0, 5, 0.0602181238, 0.123654559},
	{Pairs{0, 0, 12, 5, 0}, 0.573529412, 51.4666437, 38.626966, 158.581923, 116.783888, 99.61, -1.75, 0.25, 0.053442086, 0.0980306956},
	{Pairs{0, 2, 9, 0, 0}, 0.454545455, -31.6724984, 40.1065082, -115.811862, 145.181423, 5.9, 0.5, 2.5, -0.0274717684, -0.0635223078},
	{Pairs{2, 0, 9, 0, 3}, 0.535714286, 24.8591627, 112.35606, 29.5756811, 128.689577, 67.38, 0, 10, 0.0565874549, 0.0646145395},
	{Pairs{5, 0, 0, 0, 8}, 0.615384615, 81.6479931, 226.351055, 58.266719, 133.547486, 80.38, -5, 0, 0.0637506388, 0.0445285401},
	{Pairs{0, 120, 700, 141, 2}, 0.506490135, 4.51006101, 5.79336849, 12.0818814, 15.5165172, 93.65, -3, 1, 0.835139279, 2.52251729},
	{Pairs{14, 205, 480, 250, 25}, 0.517197125, 11.954502, 8.6201207, 21.4179643, 15.4286495, 99.67, 10, 30, 0.456854972, -8.20735989},
	{Pairs{60, 300, 200, 410, 90}, 0.54009434, 27.9203484, 11.5829915, 35.816791, 14.7895329, 100, 0, 2, 1.2065297, 1.51980359},
	{Pairs{1, 0, 0, 0, 1}, 0.5, 0, nan, 0, 340.480617, 50, 0, 5, -0.000414746261, -0.000207668094},
	{Pairs{0, 1, 2, 8, 30}, 0.908536585, 398.838004, 124.449958, 581.954606, 75.1995883, 100, -1.75, 0.25, 0.302676905, 0.236516071},
	{Pairs{12, 1900, 4100, 1950, 9}, 0.501380003, 0.958926394, 2.67913916, 1.93041997, 5.3932554, 75.85, 0.5, 2.5, 0.113679618, -0.579219916},
	{Pairs{0, 0, 0, 20, 0}, 0.75, 190.848502, 0, inf, nan, 100, 0, 10, 0.559068926, 0.567389014},
	{Pairs{0, 3, 5000, 1, 0}, 0.49990008, -0.0694315728, 0.136069794, -3.47331402, 6.80689013, 15.86, 0, 5, -2.59732968, -72.5234441},
	{Pairs{0, 0, 10000, 0, 0}, 0.5, 0, 0, nan, nan, nan, -200, -150, 1916.20263, 2107.42193},
	{Pairs{0, 120, 700, 141, 2}, 0.506490135, 4.51006101, 5.79336849, 12.0818814, 15.5165172, 93.65, 100, 200, -218.672139, -386.809229},
}

// spreadless replaces what fastchess says of results that are all the same, which is an error of
// 0 and a certain winner: TestEdges and TestResultsAllTheSame say what we do.
func spreadless(counts []int, margin, los float64) (float64, float64) {
	for _, c := range counts {
		if c == total(counts) {
			return nan, nan
		}
	}
	return margin, los
}

func TestFastchessGames(t *testing.T) {
	for _, row := range fastchessGames {
		t.Run(fmt.Sprint(row.games), func(t *testing.T) {
			row.margin, row.los = spreadless(row.games.outcomes(), row.margin, row.los)
			compareEstimate(t, row.games.Estimate(),
				Estimate{row.score, row.elo, row.margin, row.normalized, row.normalizedMargin, row.los, 0})
			for model, want := range []float64{row.normalizedLLR, row.logisticLLR, row.bayesianLLR} {
				s := SPRT{Elo0: row.elo0, Elo1: row.elo1, Alpha: 0.05, Beta: 0.05, Model: Model(model)}
				compare(t, s.Model.String()+" LLR", s.llr(row.games.outcomes()), want)
			}
		})
	}
}

func TestFastchessPairs(t *testing.T) {
	for _, row := range fastchessPairs {
		t.Run(fmt.Sprint(row.pairs), func(t *testing.T) {
			row.margin, row.los = spreadless(row.pairs[:], row.margin, row.los)
			compareEstimate(t, row.pairs.Estimate(),
				Estimate{row.score, row.elo, row.margin, row.normalized, row.normalizedMargin, row.los, 0})
			for model, want := range []float64{row.normalizedLLR, row.logisticLLR} {
				s := SPRT{Elo0: row.elo0, Elo1: row.elo1, Alpha: 0.05, Beta: 0.05, Model: Model(model)}
				compare(t, s.Model.String()+" LLR", s.LLR(Games{}, row.pairs), want)
			}
		})
	}
}

// compareEstimate compares all but the draw ratio; want has its LOS in percent.
func compareEstimate(t *testing.T, got, want Estimate) {
	t.Helper()
	compare(t, "score", got.Score, want.Score)
	compare(t, "Elo", got.Elo, want.Elo)
	compare(t, "error", got.Error, want.Error)
	compare(t, "normalised Elo", got.NormalizedElo, want.NormalizedElo)
	compare(t, "normalised error", got.NormalizedError, want.NormalizedError)
	if math.Abs(100*got.LOS-want.LOS) > 0.00501 {
		t.Errorf("LOS %v %%, want %v", 100*got.LOS, want.LOS)
	}
}

// compare compares to the precision of the tables; nan fits all.
func compare(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got == want || math.IsNaN(want) && !math.IsNaN(got) {
		return
	}
	if !(math.Abs(got-want) <= 1e-6*math.Abs(want)+1e-10) {
		t.Errorf("%s %v, want %v", what, got, want)
	}
}

// Unchanged fastchess stops its root finding for the logistic and the Bayesian model
// early. What it prints, to two decimals, is nearly always the same: after 100 000
// games it is off by a few thousandths.
func TestFastchessRounding(t *testing.T) {
	tests := []struct {
		name      string
		got, want float64
	}{
		{"logistic, 76 123 89", SPRT{Elo1: 2, Model: Logistic}.llr(Games{76, 123, 89}.outcomes()), -0.13892342},
		{"logistic, 141152 games", SPRT{Elo0: 0.5, Elo1: 2.5, Model: Logistic}.llr(Games{36433, 68692, 36027}.outcomes()), -2.28115128},
		{"logistic, 110528 pairs", SPRT{Elo1: 2, Model: Logistic}.LLR(Games{}, Pairs{871, 26175, 55983, 26678, 821}), -4.97961187},
		{"bayesian, 141152 games", SPRT{Elo0: 0.5, Elo1: 2.5, Model: Bayesian}.llr(Games{36433, 68692, 36027}.outcomes()), -0.50821824},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if math.Abs(test.got-test.want) > 0.003 {
				t.Errorf("LLR %v, fastchess %v", test.got, test.want)
			}
		})
	}
}
