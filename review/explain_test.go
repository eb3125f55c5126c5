package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// line reads moves in the notation of the protocol; p is left as it was.
func line(t *testing.T, p core.Position, moves string) []core.Move {
	t.Helper()
	p = p.Clone()
	var all []core.Move
	for word := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(m, nil)
		all = append(all, m)
	}
	return all
}

func TestExplain(t *testing.T) {
	tests := []struct {
		name   string
		game   games.Game
		start  string
		best   string // the line that was best, and its score
		score  core.Score
		move   string // the bad move
		reply  string // the line that answers it, and its score for who answers
		answer core.Score
		want   string // in English
	}{
		{
			"pieces for others", games.Chess, "r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R b kq - 1 12",
			"e7c5 g5f6 g7f6 b5d7 e8e7 c1b1", -553, "a8d8", "d1d7 f6d7 g5e7 f8e7 h1d1 e8g8 b5d7 d8b8", 832, "loses a queen and a knight for a rook after Rxd7",
		},
		{
			"a mate", games.Chess, "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
			"d8e7 b1c3", 10, "g8f6", "h5f7", core.WinIn(1), "lets White mate in 1 by Qxf7#",
		},
		{
			"a missed mate", games.Chess, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
			"d1d8", core.WinIn(1), "d1d2", "g7g6 h2h3", -500, "misses a mate in 1 on the back rank",
		},
		{
			"a piece left where it is attacked", games.Chess, "rnbqkb1r/pppppppp/5n2/8/8/3B4/PPPPPPPP/RNBQK1NR b KQkq - 0 1",
			"e7e6 g1f3", -20, "f6e4", "d3e4 d7d5 e4d3", 280, "puts a knight where Bxe4 takes it",
		},
		{
			"a fork of king and rook", games.Chess, "r3k2r/pppp1ppp/8/3N4/8/8/PPPP1PPP/R3K2R b KQkq - 0 1",
			"e8d8 a2a3", -300, "h7h6", "d5c7 e8d8 c7a8 d8c8", 800, "allows Nxc7+, a fork of the king and a rook",
		},
		{
			"a fork without a check", games.Chess, "k7/8/1r3r2/4N3/8/8/8/K7 b - - 0 1",
			"f6f4 e5c4", 600, "a8b7", "e5d7 b6b5 d7f6 b7b6", -200, "allows Nd7, a fork of two rooks",
		},
		{
			"a pawn forks two pieces", games.Chess, "k7/8/8/3n1n2/8/4P3/8/K7 b - - 0 1",
			"d5e7 a1b2", 300, "a8b8", "e3e4 d5b6 e4f5 b6d5", -100, "allows e4, a fork of two knights",
		},
		{
			"most is taken at once, so that it is no fork", games.Chess, "k6r/P4q2/3r4/4N3/8/8/8/K7 b - - 0 1",
			"f7f6 a1b1", 300, "a8a7", "e5f7 a7b7 f7h8 b7c7", 900, "does not meet the threat of Nxf7, which wins a queen and a rook for a pawn",
		},
		{
			"a missed gain", games.Chess, "k7/8/8/3q4/8/2N5/8/K7 w - - 0 1",
			"c3d5 a8b7", 400, "a1b1", "a8b8 b1a1", 600, "does not take a queen that hangs",
		},
		{
			"as much either way", games.Chess, "k7/8/8/3q4/8/2N5/8/K7 b - - 0 1",
			"a8b8 c3d5 b8b7", -400, "a8b7", "c3d5 b7c6 d5e3", 400, "",
		},
		{
			"a gain that is lost again", games.Chess, "k7/8/8/7b/8/8/8/KQ5R w - - 0 1",
			"h1h5 a8a7 a1a2 a7a8 a2a1 a8a7 a1a2 a7a8 b1b7 a8b7 a2b3", 0, "h1g1", "a8a7 g1g2", 300, "",
		},
		{
			"a draw instead of a win", games.Chess, "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",
			"b1b8", 900, "b1f5", "h8g8 f5f7 g8h8 f7f8", -800, "",
		},
		{
			"stalemate", games.Chess, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
			"f1a1 h8g8", 900, "f1f7", "", 0, "lets the win slip into a draw",
		},
		{
			"a rook in shogi", games.Shogi, "4k4/9/7l1/9/9/7R1/9/9/4K4 b - 1",
			"2f3f 5a4a", 0, "5i6i", "2c2f 6i6h", 400, "does not meet the threat of Lx2f, which wins a rook",
		},
		{
			"a fork of king and rook by a drop", games.Shogi, "4k4/9/9/9/9/9/1R2K4/9/9 b b 1",
			"8g7g 5a4a", 0, "8g9g", "B*7e 5g5h 7e9g+ 5h4h", 400, "allows B*7e, a fork of the king and a rook",
		},
		{
			"a tsume", games.Shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
			"G*5b", core.WinIn(1), "5i5h", "5a6b 5h5g", 100, "misses a mate in 1 plies",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.game.Parse(test.start, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			before := p.String()
			m := review.Move{
				Side: p.Side(), Move: line(t, p, test.move)[0], Judgement: review.Blunder,
				Before: answer(test.score, test.best),
			}
			after := nitoryu.Result{}
			if test.reply != "" {
				after = answer(test.answer, test.reply)
			}
			w := words(test.game)
			var got []string
			for _, r := range review.Explain(p, &m, &after, review.StandardOf(test.game.Name)) {
				got = append(got, w.Reason(p, &m, &r))
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("it %q, want %q", text, test.want)
			}
			if p.String() != before {
				t.Errorf("the position is now %s", p)
			}
			m.Judgement = review.Good
			if r := review.Explain(p, &m, &after, review.StandardOf(test.game.Name)); r != nil {
				t.Errorf("a good move is explained: %v", r)
			}
		})
	}
}

// answer returns an answer of an engine with one line.
func answer(score core.Score, moves string) nitoryu.Result {
	l := nitoryu.Line{Score: nitoryu.Score(score), Depth: 1}
	for word := range strings.FieldsSeq(moves) {
		l.Moves = append(l.Moves, nitoryu.Move(word))
	}
	return nitoryu.Result{Lines: []nitoryu.Line{l}}
}

// words returns English words for a game.
func words(g games.Game) *review.Words {
	w := &review.Words{Pieces: review.StandardOf(g.Name).Pieces[review.English], Sides: [2]string{"White", "Black"}, Plies: g.Tsume}
	w.Line = func(p core.Position, moves []core.Move) string {
		if p.GameInfo() == chess.Rules.Start(core.Settings{}).GameInfo() {
			return record.SAN(p, moves[0])
		}
		return record.Western(p, moves[0])
	}
	return w
}
