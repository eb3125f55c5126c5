package review_test

import (
	"bufio"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

var fit = flag.Bool("fit", false, "print the weights of ratings that fit the exercises of the page best, by least squares")

// The ratings of puzzles are estimates of those that our levels were measured to have at the exercises of the page.
func TestRatings(t *testing.T) {
	for _, c := range []struct {
		game  string
		worst float64 // mean error, of the range of the levels
	}{{"chess", 0.12}, {"shogi", 0.173}} {
		g, err := games.ByName(c.game)
		must.OK(t, err)
		file, err := os.Open(filepath.Join("..", "web", "exercises", c.game+".txt"))
		must.OK(t, err)
		defer file.Close()
		lines, n, miss, bias, mean, spread := bufio.NewScanner(file), 0.0, 0.0, 0.0, 0.0, 0.0
		var all []float64
		var rows [][]float64 // what each puzzle has, and its rating
		for lines.Scan() {
			fields := strings.Split(lines.Text(), "\t")
			p, err := g.Parse(fields[0], core.Settings{})
			must.OK(t, err)
			var moves []nitoryu.Move
			for _, m := range strings.Fields(fields[1]) {
				moves = append(moves, nitoryu.Move(m))
			}
			measured, err := strconv.ParseFloat(fields[2], 64)
			must.OK(t, err)
			line, standard := inside.ReadMoves(p, moves...), review.OwnStandardOf(c.game)
			off := float64(review.RatingOf(p, line, standard)) - measured
			if *fit {
				has := review.TraitsOf(p, line, standard)
				rows = append(rows, append(has[:], measured))
			}
			n, miss, bias, all = n+1, miss+math.Abs(off), bias+off, append(all, measured)
		}
		for _, r := range all {
			mean += r / n
		}
		for _, r := range all {
			spread += math.Abs(r-mean) / n
		}
		t.Logf("%s: %v exercises, mean error %.0f, bias %.0f; all called average %.0f", c.game, n, miss/n, bias/n, spread)
		if *fit {
			t.Logf("weights %.1f; mean error of each tenth by the other nine %.0f", leastSquares(rows), meanErrorOfTenths(rows))
		}
		lowest, highest := nitoryu.EloRange(nitoryu.Variant(c.game))
		if worst := c.worst * float64(highest-lowest); miss/n > worst || math.Abs(bias/n) > 20 {
			t.Errorf("%s: mean error %.0f, at most %.0f wanted, and bias %.0f", c.game, miss/n, worst, bias/n)
		}
	}
}

// leastSquares returns the weights of all numbers of a row but the last that come closest to the last, in the sum of squares over the rows.
func leastSquares(rows [][]float64) []float64 {
	n := len(rows[0]) - 1
	sums := make([][]float64, n) // of the products of any two numbers
	for i := range sums {
		sums[i] = make([]float64, n+1)
		for _, row := range rows {
			for j := range sums[i] {
				sums[i][j] += row[i] * row[j]
			}
		}
	}
	for i := range n { // Gauss and Jordan; no pivot is zero, for sums of squares
		for j := range n {
			if factor := sums[j][i] / sums[i][i]; j != i {
				for k := range sums[j] {
					sums[j][k] -= factor * sums[i][k]
				}
			}
		}
	}
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = sums[i][n] / sums[i][i]
	}
	return weights
}

// meanErrorOfTenths returns the mean error for rows that the weights do not know: each tenth has those of the other nine.
func meanErrorOfTenths(rows [][]float64) (mean float64) {
	for tenth := range 10 {
		var others [][]float64
		for i, row := range rows {
			if i%10 != tenth {
				others = append(others, row)
			}
		}
		weights := leastSquares(others)
		for i := tenth; i < len(rows); i += 10 {
			off := -rows[i][len(weights)]
			for j, w := range weights {
				off += w * rows[i][j]
			}
			mean += math.Abs(off) / float64(len(rows))
		}
	}
	return mean
}
