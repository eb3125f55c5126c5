package smp_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// A draw scores what it is worth to the side to move, whoever takes the last pawn.
func TestWorthOfADraw(t *testing.T) {
	e := newEngine(t, 1)
	for name, fen := range map[string]string{
		"the side to move takes it":   "8/8/8/8/8/8/1k4p1/6K1 w - - 0 1",
		"another one, for Black":      "6k1/1K4P1/8/8/8/8/8/8 b - - 0 1",
		"a draw by the rules so far":  "8/8/8/8/8/6k1/8/7K w - - 0 1",
		"the same with the clock out": "8/8/8/8/8/8/r6k/5K2 w - - 99 80",
	} {
		for _, worth := range []core.Score{0, -60, 80} {
			e.NewGame()
			got := search(t, e, parse(t, chess.Rules, fen), core.Limits{Depth: 6, Draw: worth}).result.Score
			if got < worth-2 || got > worth+2 {
				t.Errorf("%s: a draw worth %d scores %d", name, worth, got)
			}
		}
	}
}
