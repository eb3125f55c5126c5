package review_test

import (
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
)

// Moves of known openings are theory, however they are reached and whatever a search thinks of them, unless they
// lose the game.
func TestTheory(t *testing.T) {
	for _, test := range []struct {
		name, pgn string
		loss      core.Score // of the last move, by scores
		want      review.Judgement
	}{
		{"the King's Gambit", "1. e4 e5 2. f4 *", 120, review.Theory},
		{"the Evans Gambit", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 *", 120, review.Theory},
		{"by another order of moves", "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 *", 120, review.Theory},
		{"no opening", "1. e4 e5 2. Ke2 Nc6 3. Kd3 *", 120, review.Mistake},
		{"a trap of a table", "1. e4 e5 2. f4 *", 900, review.Blunder},
		{"a position that is no game's beginning", "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n2. f4 *", 120, review.Mistake},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, test.pgn)
			n := len(g.Moves())
			scores := make([]core.Score, n+1)
			scores[n] = test.loss
			answers := thoughts(t, g, scores)
			for i := range answers[:n] {
				answers[i].Lines[0].Moves = []nitoryu.Move{another(t, g, i)}
			}
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, review.StandardOf("chess"))
			if err != nil {
				t.Fatal(err)
			}
			if m := r.Moves[n-1]; m.Judgement != test.want || (m.Judgement == review.Theory) != (m.Loss == 0) {
				t.Errorf("it is %v and loses %.1f, want %v", m.Judgement, m.Loss, test.want)
			}
		})
	}
}
