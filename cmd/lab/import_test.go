package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
	"github.com/nitoryu/nitoryu/record"
)

func TestImportGame(t *testing.T) {
	head := "[White \"A\"]\n[Black \"B\"]\n"
	const fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
	tests := []struct {
		name, text string
		want       dataset.Game
		moves      int
	}{
		{"an opening from a book", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 {-0.50/5 0.1s} Qh4# {+M1/5 0.1s} 0-1\n",
			dataset.Game{Random: 2, Scores: []core.Score{-50, core.WinIn(1)}, Result: -1, Ending: core.Checkmate}, 4},
		{"a move without a score", "[Result \"1/2-1/2\"]\n[Termination \"adjudication\"]\n\n1. f3 {0.00/5 0.1s} e5 2. g4 {-0.50/5 0.1s} 1/2-1/2\n",
			dataset.Game{Scores: []core.Score{0, core.NoScore, -50}, Ending: core.Adjudication}, 3},
		{"from a position", "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n1. Rd8# {+M1/9 0.1s} 1-0\n",
			dataset.Game{Start: fen, Scores: []core.Score{core.WinIn(1)}, Result: 1, Ending: core.Checkmate}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := record.NewReader(strings.NewReader(head+test.text), record.Hint{}).Next()
			if err != nil {
				t.Fatal(err)
			}
			got := importGame(g)
			if len(got.Moves) != test.moves {
				t.Errorf("%d moves, want %d", len(got.Moves), test.moves)
			}
			got.Moves = nil
			if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", test.want) {
				t.Errorf("got  %+v\nwant %+v", *got, test.want)
			}
		})
	}
}
