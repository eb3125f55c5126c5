package adjudicate

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

func TestJudge(t *testing.T) {
	draws := games.Adjudication{DrawFrom: 7, DrawMoves: 2, DrawScore: 10}
	wins := games.Adjudication{WinMoves: 2, WinScore: 500}
	tests := []struct {
		name   string
		rules  games.Adjudication
		scores []int // of both sides in turn, each for the side that moves; 9999: unknown
		over   int   // ply at which the game ends, 0: it does not
		drawn  bool
		winner core.Color
	}{
		{"no rules", games.Adjudication{}, []int{0, 0, 900, -900, 900, -900}, 0, false, 0},
		{"draw from a ply on", draws, []int{0, 10, -10, 0, 3, 0, 0, 0}, 7, true, 0},
		{"no draw while one differs", draws, []int{0, 0, 0, 0, 11, 0, 0, 11, 0, 0, 0}, 0, false, 0},
		{"no draw without scores", draws, []int{9999, 9999, 9999, 9999, 9999, 9999, 9999, 9999}, 0, false, 0},
		{"First wins, both agree", wins, []int{500, -500, 600, -500, 0}, 4, false, core.First},
		{"Second wins, both agree", wins, []int{-500, 500, -600, 500, 0}, 4, false, core.Second},
		{"the winner does not agree", wins, []int{400, -500, 400, -500, 400, -900}, 0, false, 0},
		{"one side is enough", games.Adjudication{WinMoves: 2, WinScore: 500, OneSided: true}, []int{400, -500, 400, -500}, 4, false, core.First},
		{"not in a row", wins, []int{500, -500, 600, -499, 600, -500}, 0, false, 0},
		{"too long", games.Adjudication{MaxPlies: 4}, []int{50, 50, 50, 50, 50}, 4, true, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := Judge{Adjudication: test.rules}
			for i, s := range test.scores {
				over, drawn, winner := j.See(core.Color(i%2), core.Score(s), s != 9999, i+1)
				if over != (i+1 == test.over) {
					t.Fatalf("ply %d: over %v", i+1, over)
				}
				if over {
					if drawn != test.drawn || !drawn && winner != test.winner {
						t.Errorf("drawn %v, winner %v", drawn, winner)
					}
					return
				}
			}
		})
	}
}
