package review_test

import (
	"bufio"
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

// The ratings of puzzles are estimates of those that our levels were measured to have at the exercises of the page.
func TestRatings(t *testing.T) {
	for _, c := range []struct {
		game  string
		worst float64 // mean error
	}{{"chess", 275}, {"shogi", 395}} {
		g, err := games.ByName(c.game)
		must.OK(t, err)
		file, err := os.Open(filepath.Join("..", "web", "exercises", c.game+".txt"))
		must.OK(t, err)
		defer file.Close()
		lines, n, miss, bias, mean, spread := bufio.NewScanner(file), 0.0, 0.0, 0.0, 0.0, 0.0
		var all []float64
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
			off := float64(review.RatingOf(p, inside.ReadMoves(p, moves...), review.OwnStandardOf(c.game))) - measured
			n, miss, bias, all = n+1, miss+math.Abs(off), bias+off, append(all, measured)
		}
		for _, r := range all {
			mean += r / n
		}
		for _, r := range all {
			spread += math.Abs(r-mean) / n
		}
		t.Logf("%s: %v exercises, mean error %.0f, bias %.0f; all called average %.0f", c.game, n, miss/n, bias/n, spread)
		if miss/n > c.worst || math.Abs(bias/n) > 20 {
			t.Errorf("%s: mean error %.0f, at most %.0f wanted, and bias %.0f", c.game, miss/n, c.worst, bias/n)
		}
	}
}
