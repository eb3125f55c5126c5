package usi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

func TestScore(t *testing.T) {
	for _, c := range []struct {
		name  string
		score core.Score
		want  string
	}{
		{"draw", core.Draw, "cp 0"},
		{"a pawn down", -100, "cp -100"},
		{"largest evaluation", core.EvalBound, "cp 31506"},
		{"mate with this move", core.WinIn(1), "mate 1"},
		{"mate after a reply", core.WinIn(3), "mate 3"},
		{"mated on the board", core.LossIn(0), "mate -0"},
		{"mated by the reply", core.LossIn(2), "mate -2"},
		{"farthest loss", -core.MateBound, "mate -246"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := usi.Score(c.score); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		name                   string
		clock, increment, want time.Duration
	}{
		{"the increment may be in the clock", 10, 5, 10},
		{"it cannot be in a clock below it", 2, 5, 5},
		{"no increment", 7, 0, 7},
		{"below nothing", -3, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := usi.TimeLeft(c.clock, c.increment); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func ExampleScore() {
	fmt.Println(usi.Score(35))
	fmt.Println(usi.Score(core.WinIn(5)))
	fmt.Println(usi.Score(core.LossIn(0)))
	// Output:
	// cp 35
	// mate 5
	// mate -0
}
