package review_test

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
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
		{"a rook takes a knight and leaves the queen", "chess", "2rr2k1/1b3ppp/pb2p3/1p2P3/1P2BPnq/P1N3P1/1B2Q2P/R4R1K b - - 0 22",
			"", "c8c3 e4b7 c3g3 a1c1 g3h3 c1c2", -50, review.Brilliant},
		{"a queen is given for a mate", "chess", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
			"", "b3b8 d7b8 d1d8", 100, review.Brilliant},
		{"a bishop in front of a check", "chess", "3Q2k1/1p3pbp/2p1b1p1/8/8/5N1P/r4nPK/4r3 b - - 1 29", "", "g7f8", 0, review.NoPraise},
		{"another move wins as well", "chess", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
			"", "b3b8 d7b8 d1d8", 2000, review.NoPraise},
		{"a knight that wins its piece back at once", "chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 4",
			"", "f6e4 c3e4 d7d5 c4d3 d5e4 d3e4 f8d6", 250, review.NoPraise},
		{"the way out of a check of two", "chess", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "", "e1e2", -300, review.NoPraise},
		{"the only move that holds", "chess", "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", "", "e1f2 e4f4 e2e3", -300, review.OnlyMove},
		{"an only move that takes and lets a silver hang", "shogi", "l3k4/3sgpB2/b1+Ppg1nSl/p3pP1pP/1n1P4l/1+r1SGs3/4P1PK1/9/5G1N1 b LPrn6p 95",
			"", "1d1c+", -900, review.OnlyMove},
		{"a bishop in front of a check, where others were to be had", "chess", "4r1k1/5ppp/8/8/8/8/6PP/2B1K2Q w - - 0 1", "", "c1e3 g7g6", -300, review.OnlyMove},
		{"the same after a bad move", "chess", "4r1k1/5ppp/8/8/8/8/4N1PP/2B1K2Q b - - 0 1", "e8e2", "e1e2 g7g6", -300, review.NoPraise},
		{"the king leaves a check that was a bad move", "chess", "r5k1/5ppp/8/8/8/8/6PP/2B1K2Q b - - 0 1", "a8e8", "e1d2 g7g6", -300, review.OnlyMove},
		{"a bad move is answered", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", "g8h8", "a1a8", -300, review.Great},
		{"one of two moves, not out of check", "chess", "8/7p/8/8/8/2k5/8/K7 w - - 0 1", "", "a1a2 h7h5", -300, review.OnlyMove},
		{"one of two moves, out of check", "chess", "8/8/8/8/2k5/8/8/K6r w - - 0 1", "", "a1a2 h1a1", -300, review.NoPraise},
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
			if got := r.Moves[len(before)].Praise; got != test.want {
				t.Errorf("it is %q, want %q", got, test.want)
			}
		})
	}
}

// What is known later of a move, and not of the others, makes it no better than they seemed.
func TestLaterKnowledgeIsNoPraise(t *testing.T) {
	for _, test := range []struct {
		name   string
		second core.Score // of the second best move
		after  core.Score // after the best one, for the opponent, as it turns out
		want   review.Praise
	}{
		{"it was the only one", -300, 0, review.OnlyMove},
		{"it was the only one, and mates", -300, core.LossIn(6), review.OnlyMove},
		{"it was as good as another, and mates", -20, core.LossIn(6), review.NoPraise},
		{"it seemed to be the only one, and loses", -300, core.WinIn(6), review.NoPraise},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, "1. e4 e5 *")
			answers := thoughts(t, g, []core.Score{0, test.after, 0}, "e2e4")
			answers[0].Lines = append(answers[0].Lines, answer(test.second, "a2a3").Lines...)
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf("chess")))
			must.OK(t, err)
			if got := r.Moves[0].Praise; got != test.want {
				t.Errorf("it is %q, want %q: %v", got, test.want, r.Moves[0].Before.Lines)
			}
		})
	}
}

//go:embed testdata/praise.txt
var praiseTable string

// Moves of games and suites are praised as long searches and people do; testdata/praise.txt says how each was judged.
func TestPraiseOfGames(t *testing.T) {
	count := map[string]int{}
	praised, wrong := 0, 0
	for row := range strings.Lines(praiseTable) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(row), " | ")
		if len(fields) != 7 {
			t.Fatalf("%q", row)
		}
		game, before, line, want := fields[0], strings.Fields(fields[2]), fields[3], fields[6]
		count[game+", "+want]++
		if want == "none" {
			want = ""
		}
		t.Run(game+" "+line, func(t *testing.T) {
			got := judgedRow(t, game, fields[1], before, line, fields[4], strings.Fields(fields[5])).String()
			if got != "" {
				praised++
			}
			if got != want {
				t.Errorf("%s after %v: it is %q, want %q", fields[1], before, got, want)
				if got != "" {
					wrong++
				}
			}
		})
	}
	t.Logf("%v; %d praised, %d of them wrongly", count, praised, wrong)
	const least = 40
	for _, game := range games.All() {
		for _, kind := range []string{"none", review.OnlyMove.String(), review.Great.String(), review.Brilliant.String()} {
			if n := count[game.Name+", "+kind]; n < least {
				t.Errorf("%s: only %d of the kind %s", game.Name, n, kind)
			}
		}
	}
}

// judgedRow returns the praise of the first move of a line, behind a move that led to where it begins, if there is one.
func judgedRow(t *testing.T, game, start string, before []string, text, score string, second []string) review.Praise {
	t.Helper()
	of, err := games.ByName(game)
	must.OK(t, err)
	p, err := of.Parse(start, core.Settings{})
	must.OK(t, err)
	number := func(text string) core.Score {
		n, err := strconv.Atoi(text)
		must.OK(t, err)
		return core.Score(n)
	}
	g := &record.Game{Rules: of.Rules, Root: &record.Node{}, Start: start}
	n := g.Root
	var answers []nitoryu.Result
	if len(before) > 0 {
		m := line(t, p, before[0])[0]
		n = n.Add(m)
		answers = append(answers, answer(number(before[2]), before[1]))
		p.Do(m, nil)
	}
	n.Add(line(t, p, text)[0])
	best := answer(number(score), text)
	best.Lines = append(best.Lines, nitoryu.Line{Rank: 2, Score: nitoryu.Score(number(second[1])), Moves: []nitoryu.Move{nitoryu.Move(second[0])}})
	answers = append(answers, best)
	if p.Do(line(t, p, text)[0], nil); !p.Verdict().Over() {
		p.Undo()
		answers = append(answers, answer(-number(score), reply(t, p, text)))
	}
	r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf(game)))
	must.OK(t, err)
	return r.Moves[len(r.Moves)-1].Praise
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
