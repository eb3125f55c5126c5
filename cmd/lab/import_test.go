package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
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
			must.OK(t, err)
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

// A file of training data is of Chess960 or not, as the first finished game is; games that
// are left out are counted.
func TestImportVariants(t *testing.T) {
	const (
		plain    = "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 {+0.50/5} 2. g4 {-0.50/5} Qh4# {+M1/5} 0-1\n\n"
		open     = "[White \"A\"]\n[Result \"*\"]\n\n1. f3 e5 {+0.50/5} *\n\n"
		chess960 = "[White \"A\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"5k2/8/8/8/8/8/8/1R1K2R1 w GB - 0 1\"]\n[Result \"1-0\"]\n\n1. O-O {+9.00/5} Ke7 {-9.00/5} 1-0\n\n"
	)
	for _, test := range []struct{ name, text, first, log string }{
		{"plain", plain + plain, "start", "2 games"},
		{"Chess960", chess960, "5k2/8/8/8/8/8/8/1R1K2R1", "1 game"},
		{"Chess960 among others", plain + chess960 + open, "start", "left out: 1 game unfinished\nleft out: 1 game of Chess960"},
		{"others among Chess960", open + chess960 + plain, "5k2/8/8/8/8/8/8/1R1K2R1", "left out: 1 game not of Chess960"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pgn := textFile(t, "games.pgn", test.text)
			data := pgn + ".games"
			if _, log, err := call(t, "data", "import", data, pgn); err != nil || !strings.Contains(log, test.log) {
				t.Fatalf("error %v, printed %s", err, log)
			}
			if out, _, err := call(t, "data", "games", data); err != nil || !strings.Contains(out, test.first) || strings.Count(out, "moves") > 2 {
				t.Errorf("error %v, printed\n%s", err, out)
			}
			r, err := dataset.Open(data)
			must.OK(t, err)
			defer r.Close()
			if is := r.Header().Settings.Chess960; is != (test.first != "start") {
				t.Errorf("Chess960: %t", is)
			}
		})
	}
}
