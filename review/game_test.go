package review_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

var standard = review.Standard{Results: &core.Chances{Rows: []core.ChancesRow{{Scale: 271.6, Draws: 0.3}}}, Inaccuracy: 5, Mistake: 10, Blunder: 15}

// read returns the game of a PGN.
func read(t *testing.T, pgn string) *record.Game {
	t.Helper()
	g, err := record.NewReader(strings.NewReader(pgn), record.Hint{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// unread returns a standard that knows no openings: the games of tests begin as others do.
func unread(s review.Standard) review.Standard {
	s.Theory = nil
	return s
}

// thoughts thinks that the positions have these scores, in their order, and that the move
// named in best is the best one; elsewhere it is the first legal one.
func thoughts(t *testing.T, g *record.Game, scores []core.Score, best ...string) []nitoryu.Result {
	t.Helper()
	var all []nitoryu.Result
	i := 0
	p, err := g.Position()
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Moves()
	for {
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		if legal.N > 0 && i < len(scores) {
			m := nitoryu.Move(p.FormatMove(legal.Moves[0]))
			if i < len(best) && best[i] != "" {
				m = nitoryu.Move(best[i])
			}
			all = append(all, nitoryu.Result{Lines: []nitoryu.Line{{Score: nitoryu.Score(scores[i]), Depth: 1, Moves: []nitoryu.Move{m}}}})
		}
		if i == len(moves) {
			return all
		}
		p.Do(p.ValidateMove(moves[i].ID()), nil)
		i++
	}
}

const foolsMate = "[White \"A\"]\n[Black \"B\"]\n[BlackElo \"1500\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"

// Forced moves and theory say nothing about how often a player chooses as the engine does.
func TestAgreement(t *testing.T) {
	for _, c := range []struct {
		name   string
		moves  int
		counts map[review.Judgement]int
		want   float64
		ok     bool
	}{
		{"none judged", 0, nil, 0, false},
		{"theory alone", 3, map[review.Judgement]int{review.Theory: 3}, 0, false},
		{"theory, then half", 6, map[review.Judgement]int{review.Theory: 2, review.Best: 2, review.Good: 1, review.Blunder: 1}, 50, true},
		{"forced, then all", 3, map[review.Judgement]int{review.Forced: 1, review.Best: 2}, 100, true},
	} {
		p := review.Player{Moves: c.moves}
		for j, n := range c.counts {
			p.Count[j] = n
		}
		if got, ok := p.Agreement(); got != c.want || ok != c.ok {
			t.Errorf("%s: %v, %v", c.name, got, ok)
		}
	}
}

func TestJudge(t *testing.T) {
	g := read(t, foolsMate)
	r, err := review.Judge(g, review.Thoughts{Answers: thoughts(t, g, []core.Score{20, 80, -70, core.WinIn(1)}, "e2e4", "e7e5", "e2e3", "d8h4")}, standard)
	if err != nil {
		t.Fatal(err)
	}
	var judged []review.Judgement
	for _, m := range r.Moves {
		judged = append(judged, m.Judgement)
	}
	if want := []review.Judgement{review.Inaccuracy, review.Best, review.Blunder, review.Best}; !slices.Equal(judged, want) {
		t.Errorf("the moves are %v, want %v", judged, want)
	}
	if want := []int{0, 2}; !slices.Equal(r.Turns, want) {
		t.Errorf("the game turned at %v, want %v", r.Turns, want)
	}
	for i, want := range []float64{51.84, 42.69, 43.59, 0, 0} {
		if math.Abs(r.Chances[i]-want) > 0.06 {
			t.Errorf("before ply %d White's chances are %.2f, want %.2f", i, r.Chances[i], want)
		}
	}
	white, black := r.Players[0], r.Players[1]
	if white.Name != "A" || white.Moves != 2 || white.Count[review.Blunder] != 1 || white.Rating != 0 || white.Accuracy > 50 {
		t.Errorf("White: %+v", white)
	}
	if black.Name != "B" || black.Rating != 1500 || black.Accuracy != 100 || black.Loss != 0 || black.Count[review.Best] != 2 {
		t.Errorf("Black: %+v", black)
	}
}

func TestForcedMovesAreNotBlamed(t *testing.T) {
	tests := []struct {
		name string
		pgn  string
		want review.Judgement
	}{
		{"the only move", "[FEN \"7k/8/8/8/8/8/6R1/K7 b - - 0 1\"]\n\n1... Kh7 *", review.Forced},
		{"one of several", "[FEN \"7k/8/8/8/8/8/6r1/K6R b - - 0 1\"]\n\n1... Kg8 *", review.Blunder},
	}
	for _, test := range tests {
		g := read(t, test.pgn)
		r, err := review.Judge(g, review.Thoughts{Answers: thoughts(t, g, []core.Score{0, 500})}, standard)
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Moves[0]; m.Judgement != test.want || (m.Loss > 0) != (test.want == review.Blunder) {
			t.Errorf("%s is %s and lost %.1f", test.name, m.Judgement, m.Loss)
		}
	}
}

func TestIncomplete(t *testing.T) {
	g := read(t, "1. e4 e5 2. Nf3 *")
	all := thoughts(t, g, []core.Score{10, 10, 10, 10})
	for n := range all {
		if _, err := review.Judge(g, review.Thoughts{Answers: all[:n]}, standard); !errors.Is(err, review.ErrIncomplete) {
			t.Errorf("with %d of 4 thoughts: error %v", n, err)
		}
	}
	if _, err := review.Judge(g, review.Thoughts{Answers: all}, standard); err != nil {
		t.Error(err)
	}
}

func TestPositions(t *testing.T) {
	for _, test := range []struct {
		name, pgn string
		want      int
	}{
		{"the last one counts", "1. e4 e5 *", 3},
		{"not where the game is over", foolsMate, 4},
		{"a game without moves", "*", 1},
	} {
		if n, err := review.Positions(read(t, test.pgn)); err != nil || n != test.want {
			t.Errorf("%s: %d, want %d, %v", test.name, n, test.want, err)
		}
	}
}
