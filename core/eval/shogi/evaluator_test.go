package shogi

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// eachPosition plays random games, captures twice as likely as other moves, and
// visits their positions with an evaluator that follows.
func eachPosition(t *testing.T, games int, visit func(p *shogi.Position, e *Evaluator)) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 5))
	e := New().(*Evaluator)
	for range games {
		p := shogi.Rules.Start(core.Settings{}).(*shogi.Position)
		e.Reset(p)
		for range 200 {
			var list core.MoveList
			p.Generate(core.AllMoves, &list)
			if list.N == 0 {
				break
			}
			m := list.Moves[random.IntN(list.N)]
			if other := list.Moves[random.IntN(list.N)]; other.IsCapture() {
				m = other
			}
			p.Do(m, e.Push())
			visit(p, e)
		}
	}
}

// Positions that random games do not reach.
func TestRarePositions(t *testing.T) {
	tests := []struct{ name, sfen string }{
		{"kings in the corners", "k8/9/9/9/9/9/9/9/8K b - 1"},
		{"kings side by side", "9/9/9/9/4K1k2/9/9/9/9 w 2R2B4G4S4N4L18P 1"},
		{"all in the hand of Second", "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1"},
		{"a king among promoted pieces", "9/3+P+P+P3/3+PK+P3/3+P+P+P3/9/9/3+s+s+s3/3+sk+n3/3+n+n+n3 b - 1"},
		{"all sliders", "l3k3l/1+R5+R1/9/4B4/9/4B4/9/9/L3K3L w - 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := shogi.Rules.Parse(test.sfen, core.Settings{})
			must.OK(t, err)
			mirrored, err := shogi.Rules.Parse(mirror(test.sfen), core.Settings{})
			must.OK(t, err)
			e := New()
			e.Reset(p)
			got := e.Evaluate()
			if e.Reset(mirrored); e.Evaluate() != got {
				t.Errorf("value %d, mirrored %d", got, e.Evaluate())
			}
		})
	}
}

// Left and right are alike.
func TestMirroredBoard(t *testing.T) {
	fresh := New()
	eachPosition(t, 10, func(p *shogi.Position, e *Evaluator) {
		mirrored, err := shogi.Rules.Parse(mirror(p.String()), core.Settings{})
		must.OK(t, err)
		fresh.Reset(mirrored)
		if got, want := fresh.Evaluate(), e.Evaluate(); got != want {
			t.Fatalf("%s: %d, mirrored %d", p, want, got)
		}
	})
}

// mirror exchanges left and right.
func mirror(sfen string) string {
	board, rest, _ := strings.Cut(sfen, " ")
	ranks := strings.Split(board, "/")
	for i, rank := range ranks {
		var out strings.Builder
		for j := len(rank) - 1; j >= 0; j-- {
			if rank[j] == '+' {
				continue
			}
			if j > 0 && rank[j-1] == '+' {
				out.WriteByte('+')
			}
			out.WriteByte(rank[j])
		}
		ranks[i] = out.String()
	}
	return strings.Join(ranks, "/") + " " + rest
}

// A missing king, as in problems, is no reason to fail.
func TestMissingKing(t *testing.T) {
	tests := []struct{ name, sfen string }{
		{"of First", "4k4/9/4G4/9/9/9/9/9/9 b 2R2b3g4s4n4l18p 1"},
		{"of Second", "9/9/9/9/9/9/4g4/9/4K4 w 2r2B3G4S4N4L18P 1"},
	}
	var values [2]core.Score
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := shogi.Rules.Parse(test.sfen, core.Settings{})
			must.OK(t, err)
			e := New().(*Evaluator)
			e.Reset(p)
			values[i] = e.Evaluate()
		})
	}
	if values[0] != values[1] {
		t.Errorf("%d without the king of First, %d without that of Second", values[0], values[1])
	}
}

// The sum of the weights around a king must fit in the halves of a packed number,
// and those of a square that is empty and not attacked must be 0: squares beyond
// the board look the same.
func TestKingZoneWeights(t *testing.T) {
	middle, end := 0, 0
	for square := range armsLevels * zoneSquares {
		most := tapered.Weight{}
		all := weights[kingZone+square*squareStates : kingZone+(square+1)*squareStates]
		if all[0] != (tapered.Weight{}) {
			t.Errorf("an empty square weighs %v", all[0])
		}
		for _, w := range all {
			most = tapered.Weight{max(most[0], w[0], -w[0]), max(most[1], w[1], -w[1])}
		}
		if square%zoneSquares >= 5 { // on both sides
			most[0], most[1] = 2*most[0], 2*most[1]
		}
		middle, end = middle+int(most[0]), end+int(most[1])
		if square%zoneSquares == zoneSquares-1 {
			if middle > math.MaxInt16 || end > math.MaxInt16 {
				t.Errorf("sums up to %d and %d", middle, end)
			}
			middle, end = 0, 0
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
