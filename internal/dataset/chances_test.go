package dataset

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// Results drawn from known chances give these chances back.
func TestFitChances(t *testing.T) {
	truth := core.Chances{Curve: core.Curve{Size: 300, Bend: 250}, Rows: []core.ChancesRow{{Phase: 10, Scale: 200, Draws: 0.8}, {Phase: 60, Scale: 130, Draws: 0.3}}}
	rng := rand.New(rand.NewPCG(1, 2))
	o := &Outcomes{counts: map[outcomeCell]*[3]int64{}}
	for range 200_000 {
		phase, score := 10+50*rng.IntN(2), int(rng.NormFloat64()*250)
		win, draw, _ := truth.WDL(core.Score(score), phase)
		result := int8(-1)
		switch n := rng.IntN(1000); {
		case n < win:
			result = 1
		case n < win+draw:
			result = 0
		}
		o.add(phase, score, result)
	}
	rows, err := o.Fit(2, truth.Curve)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for i, want := range truth.Rows {
		got := rows[i]
		if got.Phase != want.Phase || math.Abs(got.Scale-want.Scale) > 5 || math.Abs(got.Draws-want.Draws) > 0.02 {
			t.Errorf("row %+v, want %+v", got, want)
		}
	}
	var b strings.Builder
	if err := o.Write(&b, rows); err != nil || strings.Count(b.String(), "\n") != 4 {
		t.Errorf("error %v, written:\n%s", err, b.String())
	}
}

func TestCountOutcomes(t *testing.T) {
	path := fewGames(t)
	phase := func(p core.Position) int { return int(p.Side()) }
	o, err := CountOutcomes(background(), chess.Rules, phase, []string{path}, Filter{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The draw has a position with 40 for the first player and one with -300 for the second.
	for _, cell := range []outcomeCell{{0, 5}, {1, -37}, {1, -38}} {
		if n := o.counts[cell]; n != nil && n[1] > 0 {
			delete(o.counts, cell)
		}
	}
	for cell, n := range o.counts {
		if won := cell.phase == 1; n[1] != 0 || won && n[0] != 0 || !won && n[2] != 0 {
			t.Errorf("phase %d, score %d: %v", cell.phase, cell.score*outcomeWidth, n)
		}
	}
	if _, err := (&Outcomes{}).Fit(3, core.Curve{}); err == nil {
		t.Error("nothing was fitted")
	}
	if _, err := o.Fit(0, core.Curve{}); err == nil {
		t.Error("no bands are no error")
	}
	// More bands than phases: a row for each phase.
	if rows, err := o.Fit(50, core.Curve{}); err != nil || len(rows) != 2 {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
}
