package uci_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol/uci"
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
		{"smallest evaluation", -core.EvalBound, "cp -31506"},
		{"won by tables, at the root", core.TableWinIn(0), "cp 20000"},
		{"won by tables, five plies away", core.TableWinIn(5), "cp 19995"},
		{"lost by tables, five plies away", -core.TableWinIn(5), "cp -19995"},
		{"mate with this move", core.WinIn(1), "mate 1"},
		{"mate after a reply", core.WinIn(3), "mate 2"},
		{"mate in an even number of plies", core.WinIn(4), "mate 2"},
		{"mated on the board", core.LossIn(0), "mate 0"},
		{"mated by the reply", core.LossIn(2), "mate -1"},
		{"mated by the second reply", core.LossIn(4), "mate -2"},
		{"farthest mate", core.MateBound, "mate 123"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := uci.Score(c.score); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func ExampleScore() {
	fmt.Println(uci.Score(35))
	fmt.Println(uci.Score(core.WinIn(5)))
	// Output:
	// cp 35
	// mate 3
}
