package core_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestScoreClasses(t *testing.T) {
	tests := []struct {
		name      string
		score     core.Score
		win, loss bool
	}{
		{"draw", core.Draw, false, false},
		{"best evaluation", core.EvalBound, false, false},
		{"worst evaluation", -core.EvalBound, false, false},
		{"longest win", core.MateBound, true, false},
		{"longest loss", -core.MateBound, false, true},
		{"win in one", core.WinIn(1), true, false},
		{"mated on the spot", core.LossIn(0), false, true},
		{"win in MaxPly", core.WinIn(core.MaxPly), true, false},
		{"a table win", core.TableWinIn(0), true, false},
		{"the farthest table win", core.TableWinIn(core.MaxPly), true, false},
		{"a table loss", -core.TableWinIn(3), false, true},
		{"loss in MaxPly", core.LossIn(core.MaxPly), false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := test.score
			if s.IsWin() != test.win || s.IsLoss() != test.loss || s.IsDecisive() != (test.win || test.loss) {
				t.Errorf("%d: win %v, loss %v, decisive %v", s, s.IsWin(), s.IsLoss(), s.IsDecisive())
			}
			if s.IsWin() != (-s).IsLoss() {
				t.Errorf("%d: the opponent disagrees", s)
			}
		})
	}
}

// Only mates have a distance, and only wins by tables are shown as other points.
func TestPoints(t *testing.T) {
	tests := []struct {
		name   string
		score  core.Score
		mate   bool
		points int
	}{
		{"draw", core.Draw, false, 0},
		{"best evaluation", core.EvalBound, false, int(core.EvalBound)},
		{"the farthest table win", core.TableWinIn(core.MaxPly), false, 20000 - core.MaxPly},
		{"a table win at the root", core.TableWinIn(0), false, 20000},
		{"nearly a table win", 20000 - core.MaxPly - 1, false, 20000 - core.MaxPly - 1},
		{"more than a table win", 20001, false, 20001},
		{"a table loss three plies away", -core.TableWinIn(3), false, -19997},
		{"the longest mate", core.WinIn(core.MaxPly), true, 0},
		{"the longest mate of the other side", core.LossIn(core.MaxPly), true, 0},
		{"mated", core.LossIn(0), true, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.score.IsMate(); got != test.mate {
				t.Errorf("IsMate is %v", got)
			}
			if got := test.score.Points(); !test.mate && got != test.points {
				t.Errorf("Points is %d, want %d", got, test.points)
			}
			if got := core.ScoreOfPoints(test.points); !test.mate && got != test.score {
				t.Errorf("%d points are the score %d, want %d", test.points, got, test.score)
			}
		})
	}
}

func TestPliesToMate(t *testing.T) {
	for n := range core.MaxPly + 1 {
		if got := core.WinIn(n).PliesToMate(); got != n {
			t.Errorf("a win in %d is %d plies away", n, got)
		}
		if got := core.LossIn(n).PliesToMate(); got != -n {
			t.Errorf("a loss in %d is %d plies away, want %d", n, got, -n)
		}
		if core.WinIn(n) != -core.LossIn(n) {
			t.Errorf("a win in %d is no loss in %d of the other side", n, n)
		}
	}
}

func TestScoreOrder(t *testing.T) {
	ascending := []struct {
		name  string
		score core.Score
	}{
		{"-Infinite", -core.Infinite},
		{"mated on the spot", core.LossIn(0)},
		{"mated in two", core.LossIn(2)},
		{"mated at the horizon", core.LossIn(core.MaxPly)},
		{"lost by tables", -core.TableWinIn(0)},
		{"lost by tables at the horizon", -core.TableWinIn(core.MaxPly)},
		{"worst evaluation", -core.EvalBound},
		{"draw", core.Draw},
		{"best evaluation", core.EvalBound},
		{"won by tables at the horizon", core.TableWinIn(core.MaxPly)},
		{"won by tables", core.TableWinIn(0)},
		{"win at the horizon", core.WinIn(core.MaxPly)},
		{"win in three", core.WinIn(3)},
		{"win in one", core.WinIn(1)},
		{"Infinite", core.Infinite},
		{"NoScore", core.NoScore},
		{"largest int16", math.MaxInt16},
	}
	for i := 1; i < len(ascending); i++ {
		if a, b := ascending[i-1], ascending[i]; a.score >= b.score {
			t.Errorf("%s (%d) is not less than %s (%d)", a.name, a.score, b.name, b.score)
		}
	}
}

func TestClamp(t *testing.T) {
	tests := []struct {
		name     string
		in, want core.Score
	}{
		{"inside", 123, 123},
		{"upper edge", core.EvalBound, core.EvalBound},
		{"just above", core.EvalBound + 1, core.EvalBound},
		{"a mate", core.Mate, core.EvalBound},
		{"lower edge", -core.EvalBound, -core.EvalBound},
		{"far below", -1 << 30, -core.EvalBound},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.in.Clamp(); got != test.want {
				t.Errorf("Clamp(%d) is %d, want %d", test.in, got, test.want)
			}
		})
	}
}

func TestExactIsBothBounds(t *testing.T) {
	for _, b := range []core.Bound{core.Upper, core.Lower} {
		if core.Exact&b == 0 {
			t.Errorf("Exact lacks bound %d", b)
		}
		if core.NoBound&b != 0 {
			t.Errorf("NoBound has bound %d", b)
		}
	}
}

func ExampleWinIn() {
	s := core.WinIn(3)
	fmt.Println(s, s.IsWin(), s.PliesToMate(), (-s).PliesToMate())
	// Output: 31997 true 3 -3
}
