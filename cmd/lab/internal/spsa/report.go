package spsa

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/internal/report"
)

// Report is the state of a run.
type Report struct {
	Setup
	Path []Iteration
}

// after returns the values after the given number of iterations.
func (r *Report) after(iterations int) []float64 {
	if iterations == 0 {
		return r.start()
	}
	return r.Path[iterations-1].Theta
}

// Theta returns the current values in the order of Setup.Parameters.
func (r *Report) Theta() []float64 { return r.after(len(r.Path)) }

// Values returns the current values rounded to integers.
func (r *Report) Values() []int {
	theta := r.Theta()
	values := make([]int, len(theta))
	for i, x := range theta {
		values[i] = int(math.Round(x))
	}
	return values
}

// Words returns the current values that are not the defaults as words of an engine: "self
// NAME=VALUE ...".
func (r *Report) Words() string {
	words := []string{"self"}
	for i, v := range r.Values() {
		if p := &r.Parameters[i]; v != p.Default {
			words = append(words, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	return strings.Join(words, " ")
}

// Moved names the n parameters that moved most, in units of their perturbations.
func (r *Report) Moved(n int) string {
	theta := r.Theta()
	way := func(i int) float64 { return math.Abs(theta[i] - float64(r.Parameters[i].Start)) }
	far := func(i int) float64 { return way(i) / r.Parameters[i].End }
	var order []int
	for i := range theta {
		if way(i) >= 0.05 { // smaller moves are not visible
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far(b), far(a)) })
	var list []string
	for _, i := range order[:min(n, len(order))] {
		list = append(list, fmt.Sprintf("%s %d→%.1f", r.Parameters[i].Name, r.Parameters[i].Start, theta[i]))
	}
	return strings.Join(list, ", ")
}

// results sums the pairs of all iterations.
func (r *Report) results() (all stats.Pairs) {
	for i := range r.Path {
		all = all.Add(r.Path[i].Pairs)
	}
	return all
}

// Text returns the values as a table, and as words of an engine.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %s, %d games (%s)\n\n", r.Game, len(r.Path), cli.Plural(r.Iterations, "iteration"), 2*r.Pairs*len(r.Path), r.Match)
	t := report.Table{Align: "lrrrrl"}
	t.Row("parameter", "default", "now", "change", "exact", "range")
	theta := r.Theta()
	for i, v := range r.Values() {
		p := &r.Parameters[i]
		t.Row(p.Name, fmt.Sprint(p.Default), fmt.Sprint(v), change(v-p.Default), fmt.Sprintf("%.2f", theta[i]), fmt.Sprintf("%d to %d", p.Min, p.Max))
	}
	b.WriteString(t.Text())
	fmt.Fprintf(&b, "\n%s\n", r.Words())
	return b.String()
}

// change formats a difference, "" for 0.
func change(d int) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", d)
}
