package chess

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

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

// weights.txt has a line for each term.
func TestWeightsAreComplete(t *testing.T) {
	lines := 0
	for line := range strings.Lines(weightsText) {
		if line[0] != '#' {
			lines++
		}
	}
	if lines != terms {
		t.Errorf("%d weights of %d terms", lines, terms)
	}
}
