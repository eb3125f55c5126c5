package review_test

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
)

const quiet = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"

// searched returns answers with nodes, and how often each position was searched.
func searched(all []nitoryu.Result, deep ...int) (answers []nitoryu.Result, times []int) {
	for i := range all {
		all[i].Nodes = 1000
		times = append(times, 1)
	}
	for _, i := range deep {
		all[i].Nodes, times[i] = 8000, 2
	}
	return all, times
}

func TestDoubts(t *testing.T) {
	tests := []struct {
		name   string
		pgn    string
		scores []core.Score
		best   []string
		second map[int]core.Score // of the second best move
		deep   []int
		want   []review.Doubt
	}{
		{"nothing happens", quiet, []core.Score{20, -20, 20, -20, 20, -20, 20, -20, 20, -20, 20}, nil, nil, nil, nil},
		{
			"a bad move, and what is beside it", quiet, []core.Score{20, -20, 20, -20, 20, 200, -200, 200, -200, 200, -200}, nil, nil, nil,
			[]review.Doubt{{Position: 3}, {Position: 4}, {Position: 5}, {Position: 6}},
		},
		{
			"nearly an inaccuracy", quiet, []core.Score{20, -20, 20, -20, 20, 20, -20, 20, -20, 20, -20}, nil, nil, nil,
			[]review.Doubt{{Position: 4}, {Position: 5}},
		},
		{
			"a jump behind the best move", quiet, []core.Score{20, -20, 20, -20, 20, 200, -200, 200, -200, 200, -200}, []string{"", "", "", "", "f1b5"}, nil, nil,
			[]review.Doubt{{Position: 4}, {Position: 5}},
		},
		{
			"what was searched twice is settled", quiet, []core.Score{20, -20, 20, -20, 20, 200, -200, 200, -200, 200, -200}, nil, nil, []int{4, 5, 6},
			[]review.Doubt{{Position: 3}},
		},
		{
			"the only good move", quiet, []core.Score{20, -20, 20, -20, 20, -20, 20, -20, 20, -20, 20}, []string{"", "", "", "", "f1b5"}, map[int]core.Score{4: -200}, nil,
			[]review.Doubt{{Position: 4, Others: true}},
		},
		{
			"to take back is no news", "1. e4 d5 2. exd5 Qxd5 3. Nc3 *", []core.Score{20, -20, 20, -20, 20, -20}, []string{"", "", "", "d8d5"}, map[int]core.Score{3: -200}, nil, nil,
		},
		{
			"most of a game at most", quiet, []core.Score{20, 200, 20, 200, 20, 200, 20, 200, 20, 200, 20}, nil, nil, nil,
			[]review.Doubt{{Position: 0}, {Position: 1}, {Position: 2}, {Position: 3}, {Position: 4}, {Position: 5}, {Position: 6}, {Position: 7}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, test.pgn)
			answers, times := searched(thoughts(t, g, test.scores, test.best...), test.deep...)
			for i, score := range test.second {
				other := nitoryu.Move("a2a3")
				if i%2 == 1 {
					other = "a7a5"
				}
				answers[i].Lines = append(answers[i].Lines, nitoryu.Line{Rank: 2, Score: nitoryu.Score(score), Depth: 1, Moves: []nitoryu.Move{other}})
			}
			got, err := unread(review.StandardOf("chess")).Doubts(g, review.Thoughts{Answers: answers, Times: times})
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("error %v, doubts %v, want %v", err, got, test.want)
			}
		})
	}
}

// A longer search of a position corrects the verdict on the move to it, and what was thought
// before that.
func TestLongerSearchesCorrect(t *testing.T) {
	const pgn = "1. e4 e5 2. Nf3 Nc6 *"
	tests := []struct {
		name   string
		scores []core.Score
		deep   []int
		want   []review.Judgement
		before core.Score // the third move, as corrected
	}{
		{"as long", []core.Score{0, 0, 0, -300, 300}, nil, []review.Judgement{review.Good, review.Good, review.Good, review.Good}, 0},
		{"the move was better than the best one", []core.Score{0, 0, 0, -300, 300}, []int{3, 4}, []review.Judgement{review.Good, review.Blunder, review.Best, review.Good}, 300},
		{"it was worse", []core.Score{0, 0, 0, 300, -300}, []int{3, 4}, []review.Judgement{review.Good, review.Good, review.Blunder, review.Good}, 0},
		{"a mate takes few nodes", []core.Score{0, 0, 0, core.LossIn(4), core.WinIn(3)}, nil, []review.Judgement{review.Good, review.Blunder, review.Best, review.Good}, core.WinIn(5)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, pgn)
			answers, _ := searched(thoughts(t, g, test.scores), test.deep...)
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf("chess")))
			if err != nil {
				t.Fatal(err)
			}
			var got []review.Judgement
			for _, m := range r.Moves {
				got = append(got, m.Judgement)
			}
			if before := core.Score(r.Moves[2].Before.Lines[0].Score); !slices.Equal(got, test.want) || before != test.before {
				t.Errorf("judged %v, want %v; before the third move %d, want %d", got, test.want, before, test.before)
			}
			if got := answers[2].Lines[0].Score; got != 0 {
				t.Errorf("the answers of the caller changed: %v", got)
			}
		})
	}
}

func TestPraise(t *testing.T) {
	tests := []struct {
		name           string
		game, start    string
		before         string // a move to the position, and the chance that it lost
		score, second  core.Score
		best, other    string
		want           review.Praise
		answer, former core.Score
	}{
		{"others are as good", "chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8e7", 30, 20, "e2e4", "e2e3", review.NoPraise, -30, -30},
		{"the only one", "chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8e7", 30, -200, "e2e4", "e2e3", review.OnlyMove, -30, -30},
		{"the same move with another promotion", "chess", "8/P7/8/8/8/8/k7/7K b - - 0 1", "a2b2", 300, -200, "a7a8q", "a7a8r", review.NoPraise, -300, -300},
		{"another promotion", "chess", "8/PP6/8/8/8/8/k7/7K b - - 0 1", "a2b2", 300, -200, "a7a8q", "b7b8q", review.OnlyMove, -300, -300},
		{"it takes a pawn by a pawn that has just moved there", "chess", "4k3/8/8/4p3/8/5P2/8/4K3 b - - 0 1", "e5e4", 30, -200, "f3e4", "f3f4", review.NoPraise, -30, -30},
		{"it punishes a mistake", "chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8e7", 200, -20, "e2e4", "e2e3", review.Great, -200, 0},
		{"it takes back", "chess", "4k3/8/8/8/8/3p4/4P3/3QK3 b - - 0 1", "d3e2", 200, -200, "d1e2", "e1d2", review.NoPraise, -200, -200},
		{"a lost game", "chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8e7", -700, -1000, "e2e4", "e2e3", review.NoPraise, 700, 700},
		{"a rook that is protected", "chess", "r5k1/5pp1/7p/8/8/8/5PPP/R2R2K1 b - - 0 1", "a8c8", 300, 250, "a1c1", "h2h3", review.NoPraise, -300, -300},
		{"a rook is offered soundly", "chess", "2r3k1/5ppp/2q5/8/8/8/5PPP/R2R2K1 b - - 0 1", "h7h6", 300, 250, "d1d6", "h2h3", review.Brilliant, -300, -300},
		{"the game is won anyway", "chess", "2r3k1/5ppp/2q5/8/8/8/5PPP/R2R2K1 b - - 0 1", "h7h6", 900, 850, "d1d6", "h2h3", review.NoPraise, -900, -900},
		{"a mate in one", "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "g8h8", core.WinIn(1), 0, "a1a8", "h2h3", review.NoPraise, core.LossIn(2), 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, `[FEN "`+test.start+`"]`+"\n\n*")
			p, err := g.Position()
			if err != nil {
				t.Fatal(err)
			}
			moves := line(t, p, test.before+" "+test.best)
			g.Root.Add(moves[0]).Add(moves[1])
			first := answer(test.former, test.before)
			if test.former != test.answer {
				first = answer(test.former, "e8d8") // so that the move was bad
			}
			second := answer(test.score, test.best)
			second.Lines = append(second.Lines, answer(test.second, test.other).Lines...)
			answers := []nitoryu.Result{first, second}
			if q, err := review.Positions(g); err == nil && q == 3 {
				p.Do(moves[0], nil)
				p.Do(moves[1], nil)
				var legal core.MoveList
				p.Generate(core.AllMoves, &legal)
				answers = append(answers, answer(-test.score, p.FormatMove(legal.Moves[0])))
			}
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf(test.game)))
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Moves[1].Praise; got != test.want || test.want != review.NoPraise && r.Players[r.Moves[1].Side].Praised[got] != 1 {
				t.Errorf("it is %q, want %q; %+v", got, test.want, r.Players)
			}
		})
	}
}

func TestMissedWins(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after core.Score // for who moves
		want          bool
	}{
		{"won, and won", 800, 500, false},
		{"won, and even", 800, 0, true},
		{"better, and even", 300, 0, false},
	} {
		g := read(t, "1. e4 *")
		r, err := review.Judge(g, review.Thoughts{Answers: thoughts(t, g, []core.Score{test.before, -test.after})}, unread(review.StandardOf("chess")))
		if err != nil || r.Moves[0].MissedWin != test.want || (r.Players[0].MissedWins == 1) != test.want {
			t.Errorf("%s: %v, error %v", test.name, r.Moves[0].MissedWin, err)
		}
	}
}

// A move of which it is not clear how bad it is is compared with the best one. What that says of it
// replaces what two searches say.
func TestComparisons(t *testing.T) {
	const pgn = "1. e4 e5 2. Nf3 *"
	g := read(t, pgn)
	standard := unread(review.StandardOf("chess"))
	lost := func(scores ...core.Score) review.Thoughts { // before the second move of White, and after it
		answers := thoughts(t, g, []core.Score{0, 0, scores[0], scores[1]})
		return review.Thoughts{Answers: answers, Times: []int{2, 2, 2, 2}}
	}
	best := lost(0, 0).Answers[2].Lines[0].First()
	for _, test := range []struct {
		name     string
		thoughts review.Thoughts
		want     bool
	}{
		{"nothing is lost", lost(0, 5), false},
		{"perhaps an inaccuracy", lost(0, 30), true},
		{"a mistake", lost(0, 140), true},
		{"a clear blunder", lost(0, 900), true},
		{"a mate is allowed", lost(0, core.WinIn(3)), false},
		{"a mate is missed", lost(core.WinIn(3), 0), false},
	} {
		doubts, err := standard.Doubts(g, test.thoughts)
		want := []review.Doubt{{Position: 2, Against: best, Played: "g1f3"}}
		if !test.want {
			want = nil
		}
		if err != nil || !slices.Equal(doubts, want) {
			t.Errorf("%s: error %v, doubts %v, want %v", test.name, err, doubts, want)
		}
	}
	for _, test := range []struct {
		name   string
		best   nitoryu.Move
		scores [2]nitoryu.Score // after the best move and after the one that was played, for the opponent
		times  int
		want   review.Judgement
		again  bool
	}{
		{"it is worse", best, [2]nitoryu.Score{-60, 40}, 1, review.Inaccuracy, false},
		{"it is not bad", best, [2]nitoryu.Score{-20, 0}, 1, review.Good, false},
		{"it is better, but it seemed worse", best, [2]nitoryu.Score{0, -60}, 1, review.Good, true},
		{"it is much worse than it seemed", best, [2]nitoryu.Score{-140, 0}, 1, review.Mistake, true},
		{"it is at the border", best, [2]nitoryu.Score{-60, 0}, 1, review.Inaccuracy, true},
		{"it is at the border on the other side", best, [2]nitoryu.Score{-48, 0}, 1, review.Good, true},
		{"it was compared twice", best, [2]nitoryu.Score{-60, 0}, 2, review.Inaccuracy, false},
		{"it was another move", "a2a3", [2]nitoryu.Score{-280, 0}, 2, review.Inaccuracy, true},
	} {
		all := lost(0, 60)
		all.Compared = review.NewThoughts(4).Compared
		all.Compared[2] = review.Comparison{Best: test.best, Played: "g1f3", Scores: test.scores, Times: test.times}
		r, err := review.Judge(g, all, standard)
		if err != nil || r.Moves[2].Judgement != test.want {
			t.Errorf("%s: error %v, judged %v, loss %.1f, want %v", test.name, err, r.Moves[2].Judgement, r.Moves[2].Loss, test.want)
		}
		want := []review.Doubt{{Position: 2, Against: best, Played: "g1f3", Times: test.times % 2}}
		if !test.again {
			want = nil
		}
		doubts, err := standard.Doubts(g, all)
		doubts = slices.DeleteFunc(doubts, func(d review.Doubt) bool { return d.Position != 2 })
		if err != nil || !slices.Equal(doubts, want) {
			t.Errorf("%s: error %v, doubts %v, want %v", test.name, err, doubts, want)
		}
	}
}
