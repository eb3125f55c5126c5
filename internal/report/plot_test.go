package report

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestPlots(t *testing.T) {
	plot := Plot{
		Title: "A & b", X: Axis{Log: true, Low: 1, High: 4, Marks: []Mark{{1, "one"}, {4, "four"}}}, Y: Axis{High: 10, Marks: []Mark{{5, "half"}}},
		Curves: []Curve{
			{Points: [][2]float64{{1, 1}, {4, 4}}, Dashed: true},
			{Name: "first", Points: [][2]float64{{1, 0}, {2, 5}, {4, 10}}, Band: [][2]float64{{0, 1}, {4, 6}, {9, 10}}},
			{Name: "second", Points: [][2]float64{{1, 10}}},
		},
		Columns: []Column{{1, 1, 10, "a hint"}},
	}
	picture := (&Plots{Title: "Title", Note: "Note", XName: "threads", Plots: []Plot{plot}}).SVG()
	must.Has(t, picture,
		">A &amp; b<", ">one<", ">half<", ">first<", ">second<", "<title>a hint</title>", "stroke-dasharray", ">threads<",
		`<polyline points="58.0,350.0 489.0,221.0 920.0,92.0" fill="none" stroke="`+blue, `y="92.0" width="431.0" height="258.0"`,
	)
	for _, test := range []struct {
		name   string
		plots  Plots
		height string
	}{
		{"one row", Plots{Plots: make([]Plot, 3)}, `height="400"`},
		{"two rows", Plots{InRow: 2, Plots: make([]Plot, 3)}, `height="724"`},
	} {
		if picture := test.plots.SVG(); !strings.Contains(picture, test.height) || strings.Contains(picture, "NaN") {
			t.Errorf("%s: no %s in\n%s", test.name, test.height, picture)
		}
	}
	lines := plot.Lines()
	if len(lines) != 3 || !lines[0].Dashed || lines[1].Points != "0.0,288.0 500.0,150.0 1000.0,12.0" ||
		lines[1].Band != "0.0,260.4 500.0,122.4 1000.0,12.0 1000.0,39.6 500.0,177.6 0.0,288.0" {
		t.Errorf("on a page, the curves are %+v", lines)
	}
	if flat := (&Axis{Low: 3, High: 3}); flat.part(3) != 0.5 {
		t.Errorf("a flat curve lies at %v", flat.part(3))
	}
}
