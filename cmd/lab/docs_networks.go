package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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
	curves, longest, best := map[string][]report.Curve{}, 0.0, map[string]float64{}
	for i, row := range rows[1:] {
		name, _, _ := strings.Cut(row[0], " ")
		_, err0 := games.ByName(name)
		hours, err1 := strconv.ParseFloat(row[1], 64)
		elo, err2 := strconv.ParseFloat(row[2], 64)
		err := errors.Join(err0, err1, err2)
		if err == nil && !(hours >= 0 && hours <= mostOfRow && math.Abs(elo) <= mostOfRow) {
			err = fmt.Errorf("hours have to be 0 to %d and Elo -%[1]d to %[1]d, not %g and %g", mostOfRow, hours, elo)
		}
		if err == nil && row[3] == "" {
			err = errors.New("it does not say whose values taught the network")
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", networksTable, i+2, err)
		}
		list := curves[name]
		if n := len(list); n == 0 || list[n-1].Name != row[3] {
			list = append(list, report.Curve{Name: row[3]})
			if n > 0 {
				before := list[n-1].Points
				list[n].Points = slices.Clone(before[len(before)-1:])
			}
			curves[name] = list
		}
		last := &list[len(list)-1]
		if n := len(last.Points); n > 0 {
			hours, elo = hours+last.Points[n-1][0], elo+last.Points[n-1][1]
		}
		last.Points = append(last.Points, [2]float64{hours, elo})
		longest, best[name] = max(longest, hours), max(best[name], elo)
	}
	chart := report.Plots{
		Title: "Networks: Elo by processor hours",
		Note:  "In chess above the hand-crafted evaluation, in shogi above shogi 1. Each point is a network.",
		XName: "Processor hours spent on it and on the networks before it",
	}
	for _, g := range games.All() {
		chart.Plots = append(chart.Plots, report.Plot{
			Title: report.Title(g.Name), X: steps(longest, 2), Y: steps(best[g.Name], 100), Curves: curves[g.Name],
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
