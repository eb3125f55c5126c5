package timing

import (
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/report"
)

// curvesShown bounds the plots of time by move number: few games are longer.
const curvesShown = 80

// fewest is how many games have to reach a move number for it to be shown.
const fewest = 10

// plotsShown bounds the controls of a picture.
const plotsShown = 6

// usePicture draws the time, the share and the hard limit of moves, a plot for each control
// in which moves differ.
func usePicture(game string, list []*Result) string {
	p := &report.Plots{
		Title: "Time of a move, " + game, InRow: 3, XName: "move number",
		Note: "Means over simulated games, in seconds on a logarithmic scale. Dashed: the share (lower) and the hard limit (upper).",
	}
	for _, x := range list {
		if x.Control.Main == 0 || x.Control.Moves == 1 || len(p.Plots) == plotsShown {
			continue // the same at each move
		}
		var takes, share, hard [][2]float64
		low, high := math.Inf(1), 0.0
		for n := 1; n <= curvesShown && x.Numbers[n-1].Moves >= fewest; n++ {
			_, s, h, t := x.Mean(n)
			at := float64(n)
			t = max(t, s/20) // ponder hits that cost nothing
			takes, share, hard = append(takes, [2]float64{at, t}), append(share, [2]float64{at, s}), append(hard, [2]float64{at, h})
			low, high = min(low, s, t), max(high, h, t)
		}
		if len(takes) == 0 {
			continue
		}
		plot := report.Plot{Title: x.Control.Name, X: moveAxis(), Curves: []report.Curve{
			{Dashed: true, Points: hard}, {Dashed: true, Points: share}, {Points: takes},
		}}
		plot.Y = report.Axis{Log: true, Low: math.Pow(10, math.Floor(math.Log10(low))), High: math.Pow(10, math.Ceil(math.Log10(high)))}
		for v := plot.Y.Low; v <= plot.Y.High*1.01; v *= 10 {
			plot.Y.Marks = append(plot.Y.Marks, report.Mark{Value: v, Label: fmt.Sprintf("%.3g s", v)})
		}
		p.Plots = append(p.Plots, plot)
	}
	if len(p.Plots) == 0 {
		return ""
	}
	return p.SVG()
}

// leftPicture draws what is left on the clock before each move, for the same controls.
func leftPicture(game string, list []*Result) string {
	p := &report.Plots{
		Title: "Time left on the clock, " + game, InRow: 3, XName: "move number",
		Note: "Before each move, in percent of the main time. Means over simulated games.",
	}
	for _, x := range list {
		if x.Control.Main == 0 || x.Control.Moves == 1 || len(p.Plots) == plotsShown {
			continue
		}
		plot := report.Plot{Title: x.Control.Name, X: moveAxis(), Y: report.Axis{High: 150}}
		for v := 0.0; v <= plot.Y.High; v += 25 {
			plot.Y.Marks = append(plot.Y.Marks, report.Mark{Value: v, Label: fmt.Sprintf("%g %%", v)})
		}
		curve := report.Curve{}
		for n := 1; n <= curvesShown && x.Numbers[n-1].Moves >= fewest; n++ {
			left, _, _, _ := x.Mean(n)
			curve.Points = append(curve.Points, [2]float64{float64(n), min(150, 100*left/x.Control.Main.Seconds())})
		}
		if len(curve.Points) == 0 {
			continue
		}
		plot.Curves = []report.Curve{curve}
		p.Plots = append(p.Plots, plot)
	}
	if len(p.Plots) == 0 {
		return ""
	}
	return p.SVG()
}

func moveAxis() report.Axis {
	axis := report.Axis{Low: 1, High: curvesShown}
	for n := 20; n <= curvesShown; n += 20 {
		axis.Marks = append(axis.Marks, report.Mark{Value: float64(n), Label: fmt.Sprint(n)})
	}
	return axis
}
