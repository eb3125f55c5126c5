package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// What is praised in games that were played, and what nobody would praise. The second best move is much
// worse everywhere, so that only the kind of the move counts.
func TestWhatIsPraised(t *testing.T) {
	for _, test := range []struct {
		name, game, start string
		before            string // the moves that led there, the last of them being bad
		line              string // the move, and how the game goes on
		second            core.Score
		want              review.Praise
	}{
		{"a recapture that lets a rook hang", "chess", "rn1qkb1r/ppp5/3p1n2/4p1pp/2B1P1b1/2NP1Q1P/PPP2PP1/R1B1K2R w KQkq - 1 9",
			"h3g4", "h5g4 h1h8 g4f3", -300, review.NoPraise},
		{"a queen that hangs is taken", "chess", "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 3",
			"d7d6", "f3g5 h7h6", -20, review.NoPraise},
		{"a bishop takes a rook that hangs", "chess", "4k3/8/2p5/3r4/8/8/B7/4K3 b - - 0 1", "c6c5", "a2d5 e8d7", -300, review.NoPraise},
		{"the knight of the century", "chess", "r2q1rk1/pp2ppbp/1np2np1/2Q3B1/3PP1b1/2N2N2/PP3PPP/3RKB1R b K - 6 11",
			"", "b6a4 c5a3 a4c3 b2c3 f6e4", -50, review.Brilliant},
		{"a queen that stood to be taken is left", "chess", "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17",
			"", "g4e6 c5b6 e6c4 f1g1 c3e2", -300, review.Brilliant},
		{"a queen is given for a mate", "chess", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
			"", "b3b8 d7b8 d1d8", 100, review.Brilliant},
		{"a bishop in front of a check", "chess", "3Q2k1/1p3pbp/2p1b1p1/8/8/5N1P/r4nPK/4r3 b - - 1 29", "", "g7f8", 0, review.NoPraise},
		{"another move wins as well", "chess", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
			"", "b3b8 d7b8 d1d8", 2000, review.NoPraise},
		{"a knight that wins its piece back at once", "chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 4",
			"", "f6e4 c3e4 d7d5 c4d3 d5e4 d3e4 f8d6", 250, review.NoPraise},
		{"the way out of a check of two", "chess", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "", "e1e2", -300, review.NoPraise},
		{"the only move that holds", "chess", "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", "", "e1f2 e4f4 e2e3", -300, review.OnlyMove},
		{"an only move that takes and lets a silver hang", "shogi", "l4k3/3sgpB2/b1+Ppg1nSl/p3pP1pP/1n1P4l/1+r1SGs3/4P1PK1/9/5G1N1 w LPrn6p 94",
			"4a5a", "1d1c+", -900, review.OnlyMove},
		{"a rook that gives check is taken", "shogi", "4k4/9/9/9/9/9/9/4r4/4K4 b - 1", "", "5i5h", -900, review.NoPraise},
		{"a rook that hangs is taken", "shogi", "4k4/9/9/9/4r4/4P4/9/9/4K4 b - 1", "", "5f5e 5a4a", -900, review.NoPraise},
	} {
		t.Run(test.name, func(t *testing.T) {
			of, err := games.ByName(test.game)
			if err != nil {
				t.Fatal(err)
			}
			p, err := of.Parse(test.start, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			g := &record.Game{Rules: of.Rules, Root: &record.Node{}, Start: test.start}
			n := g.Root
			var answers []nitoryu.Result
			before := strings.Fields(test.before)
			for _, word := range before {
				m := line(t, p, word)[0]
				n = n.Add(m)
				answers = append(answers, answer(0, word))
				p.Do(m, nil)
			}
			if len(before) > 0 { // the last of them was bad
				answers[len(before)-1].Lines[0].Moves[0] = another(t, g, len(before)-1)
			}
			first, _, _ := strings.Cut(test.line, " ")
			n.Add(line(t, p, first)[0])
			line(t, p, test.line)
			best := answer(300, test.line)
			best.Lines = append(best.Lines, nitoryu.Line{Rank: 2, Score: nitoryu.Score(test.second), Moves: []nitoryu.Move{another(t, g, len(before))}})
			answers = append(answers, best, answer(-300, reply(t, p, test.line)))
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf(test.game)))
			if err != nil {
				t.Fatal(err)
			}
			got := r.Moves[len(before)].Praise
			if got == review.Great {
				got = review.OnlyMove // which of them says the move before
			}
			if got != test.want {
				t.Errorf("it is %q, want %q", got, test.want)
			}
		})
	}
}

// another returns a move that was not played after so many of a game.
func another(t *testing.T, g *record.Game, plies int) nitoryu.Move {
	t.Helper()
	p, err := g.Position()
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Moves()
	for _, m := range moves[:plies] {
		p.Do(p.ValidateMove(m.ID()), nil)
	}
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	for _, m := range legal.Slice() {
		if m.ID() != moves[plies].ID() {
			return nitoryu.Move(p.FormatMove(m))
		}
	}
	return nitoryu.Move(p.FormatMove(legal.Moves[0]))
}

// reply returns the second move of a line from p, or any.
func reply(t *testing.T, p core.Position, text string) string {
	t.Helper()
	if words := strings.Fields(text); len(words) > 1 {
		return words[1]
	}
	m := line(t, p, text)[0]
	p.Do(m, nil)
	defer p.Undo()
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	return p.FormatMove(legal.Moves[0])
}
