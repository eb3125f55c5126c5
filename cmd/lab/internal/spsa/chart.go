package spsa

import (
	"fmt"
	"math"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

// The size that charts are drawn in, stretched to that of the page. The path
// keeps away from the upper and the lower edge.
const (
	chartWidth  = 1000
	chartHeight = 300
	chartMargin = 12
)

// mostPoints bounds the points of a path: more would not be seen.
const mostPoints = 300

// chart is the path of one parameter.
type chart struct {
	Name, Start, Now, Change string
	Side                     string // class: "up" or "down" from the default, or the "same"
	Line, Band               string // points of SVG: the values, and what is played around them
	Origin                   string // y of the start
	Low, High                string // values at the lower and the upper edge
	Last                     string // iteration at the right edge
}

// chart draws parameter i.
func (r *Report) chart(i int) chart {
	p := &r.Parameters[i]
	steps := len(r.Path)
	value := func(k int) float64 { return r.after(k)[i] }
	around := func(k int) (low, high float64) {
		c := p.End * r.perturbation(max(1, k))
		return p.clamp(value(k) - c), p.clamp(value(k) + c)
	}
	var shown []int // iterations, 0 is the start
	for n := range min(steps+1, mostPoints) {
		shown = append(shown, n*steps/max(1, min(steps, mostPoints-1)))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, k := range shown {
		l, h := around(k)
		low, high = min(low, l), max(high, h)
	}
	y := func(v float64) float64 {
		return chartMargin + (high-v)/(high-low)*(chartHeight-2*chartMargin)
	}
	var line, upper, lower []string
	for _, k := range shown {
		x := float64(k) / float64(max(1, steps)) * chartWidth
		l, h := around(k)
		line = append(line, point(x, y(value(k))))
		upper = append(upper, point(x, y(h)))
		lower = append([]string{point(x, y(l))}, lower...)
	}
	if steps == 0 { // a line needs two points
		line = append(line, point(chartWidth, y(value(0))))
	}
	now := r.Values()[i]
	c := chart{
		Name: p.Name, Start: report.Typeset(fmt.Sprint(p.Start)), Now: report.Typeset(fmt.Sprint(now)), Change: report.Typeset(change(now - p.Start)),
		Side: "same", Line: strings.Join(line, " "), Band: strings.Join(append(upper, lower...), " "),
		Origin: fmt.Sprintf("%.1f", y(float64(p.Start))), Low: label(low), High: label(high), Last: grouped(steps),
	}
	switch {
	case now > p.Start:
		c.Side = "up"
	case now < p.Start:
		c.Side = "down"
	}
	return c
}

func point(x, y float64) string { return fmt.Sprintf("%.1f,%.1f", x, y) }

// label writes a value with as many digits as tell it apart.
func label(v float64) string {
	if math.Abs(v) >= 100 {
		return report.Typeset(fmt.Sprintf("%.0f", v))
	}
	return report.Typeset(fmt.Sprintf("%.1f", v))
}
