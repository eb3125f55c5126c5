package scaling

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
)

func near(x Figure, want float64) bool { return math.Abs(float64(x)-want) < 1e-9*math.Abs(want)+1e-12 }

// logsOf returns logarithms by run.
func logsOf(runs ...[]float64) (logs [][]float64) {
	for _, values := range runs {
		var line []float64
		for _, v := range values {
			line = append(line, math.Log(v))
		}
		logs = append(logs, line)
	}
	return logs
}

func TestRatioOf(t *testing.T) {
	tests := []struct {
		name                         string
		logs                         [][]float64
		value, least, most, p10, p90 float64
		positions                    int
	}{
		{"one run", logsOf([]float64{1, 4}), 2, 2, 2, math.Pow(4, 0.1), math.Pow(4, 0.9), 2},
		{"the median of three runs", logsOf([]float64{1, 1}, []float64{3, 3}, []float64{2, 2}), 2, 1, 3, 2, 2, 2},
		{"two runs", logsOf([]float64{1}, []float64{4}), 2, 1, 4, 2, 2, 1},
		{"each position by its runs", logsOf([]float64{1, 8}, []float64{2, 8}, []float64{9, 2}),
			4, math.Sqrt(8), math.Sqrt(18), 2 * math.Pow(4, 0.1), 2 * math.Pow(4, 0.9), 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := ratioOf(test.logs)
			if !near(r.Value, test.value) || !near(r.Least, test.least) || !near(r.Most, test.most) ||
				!near(r.P10, test.p10) || !near(r.P90, test.p90) || r.Positions != test.positions {
				t.Errorf("%+v, want %+v", r, test)
			}
			if !near(middle(test.logs), test.value) {
				t.Errorf("the middle is %v", middle(test.logs))
			}
			if r.Low.Known() != (test.positions > 1) {
				t.Errorf("an interval from %v for %d positions", r.Low, test.positions)
			}
		})
	}
	for _, nothing := range [][][]float64{nil, {nil, nil}} {
		if r := ratioOf(nothing); r.Value.Known() || r.Low.Known() || r.Positions != 0 || middle(nothing).Known() {
			t.Errorf("of nothing: %+v", r)
		}
	}
}

// The bootstrap is reproducible, contains the value, and is narrower with more positions.
func TestInterval(t *testing.T) {
	var few, many []float64
	for i := range 160 {
		v := math.Exp(math.Sin(float64(i)))
		if many = append(many, v); i < 10 {
			few = append(few, v)
		}
	}
	wide, narrow := ratioOf(logsOf(few, few)), ratioOf(logsOf(many, many))
	if again := ratioOf(logsOf(few, few)); again != wide {
		t.Errorf("%+v, then %+v", wide, again)
	}
	for _, r := range []Ratio{wide, narrow} {
		if !(r.Low < r.Value && r.Value < r.High) {
			t.Errorf("%+v lies outside of its interval", r)
		}
	}
	if ratio := math.Log(float64(wide.High/wide.Low)) / math.Log(float64(narrow.High/narrow.Low)); ratio < 2 || ratio > 8 {
		t.Errorf("sixteen times the positions make the interval %v times as narrow", ratio)
	}
	if same := ratioOf(logsOf([]float64{2, 2, 2})); !near(same.Low, 2) || !near(same.High, 2) {
		t.Errorf("equal positions leave %v to %v", same.Low, same.High)
	}
}

func TestUnknownFiguresInJSON(t *testing.T) {
	text, err := json.Marshal([]Figure{1.5, Figure(math.NaN()), Figure(math.Inf(1))})
	if err != nil || string(text) != "[1.5,null,null]" {
		t.Errorf("%s, error %v", text, err)
	}
}

func TestOrder(t *testing.T) {
	for turn, want := range [][]int{{0, 1, 2}, {2, 1, 0}, {0, 1, 2}} {
		if got := order(3, turn); !slices.Equal(got, want) {
			t.Errorf("turn %d: %v, want %v", turn, got, want)
		}
	}
}
