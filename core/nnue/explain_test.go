package nnue_test

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/tests/must"
)

// counting returns a network with one neuron in use, which adds up what its inputs are
// worth. 100 of it are 0.39 pawns, 200 four times as much.
func counting(t *testing.T, g game, worth func(input int) int16) *nnue.Network {
	t.Helper()
	n, err := nnue.New(nnue.Header{Game: g.rules.Name, Inputs: g.inputs.Name, Count: g.inputs.Count, Hidden: nnue.HiddenStep, Buckets: 1, Scale: nnue.QB * nnue.QA / 100})
	must.OK(t, err)
	for in := range g.inputs.Count {
		n.Weights[in*n.Hidden] = worth(in)
	}
	n.Output[0], n.Output[n.Hidden] = 100, -100
	return n
}

// The drawing shows the values of pieces.
func TestExplain(t *testing.T) {
	tests := []struct {
		name, position string
		game           game
		worth          func(input int) int16
		want           []string
	}{
		{"rooks of chess", "4k3/8/8/3n4/8/8/8/R3K3 b - - 0 1", games[0], func(in int) int16 {
			if in/64 == 3 { // own rooks
				return 100
			}
			return 0
		}, []string{
			"|       |       |       |       |   k   |",
			"|       |       |       |   n   |",
			"| +0.00 |",
			"|   R   |       |       |       |   K   |",
			"| +0.39 |       |       |       |       |",
		}},
		{"golds of shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G2g2p 1", games[1], func(in int) int16 {
			if g := in - 28*81 - 30; g >= 0 && g < 4 { // own golds in hand
				return 100
			}
			return 0
		}, []string{
			"|   k   |", "|   P   |", "| +0.00 |", "in hand, the last of each kind: G +0.39, p +0.00, g -1.17\n",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := counting(t, test.game, test.worth)
			e := evaluator(t, test.game, n).(core.Explainer)
			e.Reset(open(t, test.game, test.position))
			got := e.Explain()
			must.Has(t, got, test.want...)
		})
	}
}

// The value of a piece is the difference to the position without it, evaluated by the
// definition of a network.
func TestPieceValues(t *testing.T) {
	for _, test := range []struct {
		game      game
		with      string
		at        core.Place
		without   string
		sign      core.Score
		otherwise int // pieces that are no kings, one of a kind in hand
	}{
		{game: games[0], with: "4k3/8/8/3n4/8/6P1/8/R3K3 w - - 0 1", at: 35, without: "4k3/8/8/8/8/6P1/8/R3K3 w - - 0 1", sign: 1, otherwise: 3},
		{game: games[0], with: "4k3/8/8/3n4/8/6P1/8/R3K3 b - - 0 1", at: 35, without: "4k3/8/8/8/8/6P1/8/R3K3 b - - 0 1", sign: -1, otherwise: 3},
		{game: games[1], with: "4k4/9/4P4/9/9/9/9/9/4K4 b 3p 1", at: core.HandPlace + 2, without: "4k4/9/4P4/9/9/9/9/9/4K4 b 2p 1", sign: 1, otherwise: 2},
		{game: games[1], with: "4k4/9/4P4/9/9/9/9/9/4K4 w - 1", at: 4*9 + 2, without: "4k4/9/9/9/9/9/9/9/4K4 w - 1", sign: -1, otherwise: 1},
	} {
		for _, layers := range [][]int{nil, {16, 32}} {
			n := network(t, test.game, 64, 1, rand.New(rand.NewPCG(1, 9)), layers...)
			e := evaluator(t, test.game, n).(interface {
				core.Evaluator
				PieceValues() []nnue.PieceValue
			})
			e.Reset(open(t, test.game, test.with))
			values := e.PieceValues()
			if len(values) != test.otherwise {
				t.Errorf("%s, layers %d: %d pieces, want %d", test.with, layers, len(values), test.otherwise)
			}
			want := test.sign * (slow(test.game, n, test.with) - slow(test.game, n, test.without))
			for _, w := range values {
				if w.At == test.at && w.Value != want {
					t.Errorf("%s, layers %d: the piece on %d is worth %d, want %d", test.with, layers, test.at, w.Value, want)
				}
			}
			if want == 0 {
				t.Errorf("%s, layers %d: the piece on %d is worth nothing: the test proves nothing", test.with, layers, test.at)
			}
		}
	}
}
