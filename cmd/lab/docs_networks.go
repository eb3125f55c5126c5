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
// network the processor hours of the games that it learned from, and its Elo above the network
// before.
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
	table.Comma, table.FieldsPerRecord = '\t', 3
	rows, err := table.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", networksTable, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s is empty", networksTable)
	}
	points := map[string][][2]float64{}
	for i, row := range rows[1:] {
		name, _, _ := strings.Cut(row[0], " ")
		_, err0 := games.ByName(name)
		hours, err1 := strconv.ParseFloat(row[1], 64)
		elo, err2 := strconv.ParseFloat(row[2], 64)
		err := errors.Join(err0, err1, err2)
		if err == nil && !(hours >= 0 && hours <= mostOfRow && math.Abs(elo) <= mostOfRow) {
			err = fmt.Errorf("hours have to be 0 to %d and Elo -%[1]d to %[1]d, not %g and %g", mostOfRow, hours, elo)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", networksTable, i+2, err)
		}
		if before := points[name]; len(before) > 0 {
			hours, elo = hours+before[len(before)-1][0], elo+before[len(before)-1][1]
		}
		points[name] = append(points[name], [2]float64{hours, elo})
	}
	chart := report.Plots{
		Title: "Networks: Elo by processor hours of games",
		Note:  "At 4,000 nodes a move; in chess above the hand-crafted evaluation, in shogi above shogi 1. Each point is a network.",
		XName: "Processor hours of the games that it and the networks before it learned from",
	}
	hours := 0.0
	for _, list := range points {
		for _, p := range list {
			hours = max(hours, p[0])
		}
	}
	for _, g := range games.All() {
		elo := 0.0
		for _, p := range points[g.Name] {
			elo = max(elo, p[1])
		}
		chart.Plots = append(chart.Plots, report.Plot{
			Title: report.Title(g.Name), X: steps(hours, 2), Y: steps(elo, 100), Curves: []report.Curve{{Points: points[g.Name]}},
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
