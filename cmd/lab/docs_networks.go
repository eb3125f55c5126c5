package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/report"
)

// The table of the project's networks and its picture.
const (
	networksTable = "results/networks-elo.tsv"
	networksChart = "results/networks-elo.svg"
)

// mostOfRow bounds the hours and the Elo of a network, so that the axes have few marks.
const mostOfRow = 10000

// generatedChart returns the picture of the project's networks, if their table exists: for each
// network the processor hours of what it learned from, its Elo above the network before, and
// whose values taught it. Each teacher has a curve, which begins where the one before ends.
func generatedChart(root string) ([]generatedPage, error) {
	file, err := os.Open(filepath.Join(root, networksTable))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma, table.FieldsPerRecord = '\t', 4
	rows, err := table.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", networksTable, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s is empty", networksTable)
	}
	curves, hours, elo := map[string][]report.Curve{}, map[string]float64{}, map[string]float64{}
	longest := 0.0
	for i, row := range rows[1:] {
		name, _, _ := strings.Cut(row[0], " ")
		_, err0 := games.ByName(name)
		h, err1 := strconv.ParseFloat(row[1], 64)
		e, err2 := strconv.ParseFloat(row[2], 64)
		err := errors.Join(err0, err1, err2)
		if err == nil && !(h >= 0 && h <= mostOfRow && math.Abs(e) <= mostOfRow) {
			err = fmt.Errorf("hours have to be 0 to %d and Elo -%[1]d to %[1]d, not %g and %g", mostOfRow, h, e)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", networksTable, i+2, err)
		}
		list := curves[name]
		if n := len(list); n == 0 || list[n-1].Name != row[3] {
			next := report.Curve{Name: row[3]}
			if n > 0 {
				next.Points = append(next.Points, [2]float64{hours[name], elo[name]})
			}
			list = append(list, next)
		}
		hours[name], elo[name] = hours[name]+h, elo[name]+e
		longest = max(longest, hours[name])
		last := &list[len(list)-1]
		last.Points = append(last.Points, [2]float64{hours[name], elo[name]})
		curves[name] = list
	}
	chart := report.Plots{
		Title: "Networks: Elo by processor hours",
		Note:  "In chess above the hand-crafted evaluation, in shogi above shogi 1. Each point is a network.",
		XName: "Processor hours spent on it and on the networks before it",
	}
	for _, g := range games.All() {
		best := 0.0
		for _, c := range curves[g.Name] {
			for _, p := range c.Points {
				best = max(best, p[1])
			}
		}
		chart.Plots = append(chart.Plots, report.Plot{
			Title: report.Title(g.Name), X: steps(longest, 2), Y: steps(best, 100), Curves: curves[g.Name],
		})
	}
	old, err := readPage(root, networksChart)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return []generatedPage{{networksChart, old, chart.SVG()}}, nil
}

// steps returns an axis from 0 to at least high, with a mark at each step.
func steps(high, step float64) report.Axis {
	a := report.Axis{High: step * max(1, math.Ceil(high/step))}
	for v := 0.0; v <= a.High; v += step {
		a.Marks = append(a.Marks, report.Mark{Value: v, Label: report.Count(v)})
	}
	return a
}
