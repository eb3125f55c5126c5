package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// mated returns the fool's mate, judged from a position on.
func mated(t *testing.T, begin int) *review.Game {
	t.Helper()
	g := read(t, foolsMate)
	all := thoughts(t, g, []core.Score{20, 80, -70, core.WinIn(1)}, "e2e4", "e7e5", "e2e3", "d8h4")
	clear(all[:begin])
	r, err := review.Judge(g, review.Thoughts{Answers: all}, unread(review.StandardOf("chess")))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Moves before the first thought are left out, and nothing else changes.
func TestJudgeFromAPosition(t *testing.T) {
	whole := mated(t, 0)
	for begin := 1; begin < 4; begin++ {
		part := mated(t, begin)
		if len(part.Moves) != 4-begin || part.Moves[0].Ply != begin || len(part.Chances) != len(part.Moves)+1 {
			t.Fatalf("from %d: %d moves, the first is %d, %d chances", begin, len(part.Moves), part.Moves[0].Ply, len(part.Chances))
		}
		for i := range part.Moves {
			got, want := fmt.Sprintf("%+v", part.Moves[i]), fmt.Sprintf("%+v", whole.Moves[begin+i])
			if got != want || part.Chances[i] != whole.Chances[begin+i] {
				t.Errorf("from %d: %s, want %s", begin, got, want)
			}
		}
		for _, turn := range part.Turns {
			if part.Moves[turn].Ply != 2 {
				t.Errorf("from %d: the game turned at %v", begin, part.Turns)
			}
		}
	}
}

// The chance at the end is that of the side to move there, even if no move was judged.
func TestJudgeOnlyTheEnd(t *testing.T) {
	for _, pgn := range []string{"1. e4 *", "1. e4 e5 *"} {
		g := read(t, pgn)
		plies := len(g.Moves())
		all := make([]nitoryu.Result, plies+1)
		all[plies] = thoughts(t, read(t, "*"), []core.Score{100})[0]
		r, err := review.Judge(g, review.Thoughts{Answers: all}, standard)
		if err != nil {
			t.Fatal(err)
		}
		if ahead := r.Chances[0] > 50; len(r.Moves) > 0 || len(r.Chances) != 1 || ahead != (plies%2 == 0) {
			t.Errorf("%s: %d moves, chances %v", pgn, len(r.Moves), r.Chances)
		}
	}
}

// The annotations are at the moves that they are about.
func TestAnnotateFromAPosition(t *testing.T) {
	r := mated(t, 2)
	if err := r.Annotate("Nitoryu", words(games.Chess())); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := record.Write(&text, r.Record, record.PGN, record.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "1. f3 e5 2. g4 $4 {[%eval #-1,1] Blunder. Lets Black mate in 1 by Qh4#. Best was e3.} (2. e3)"; !strings.Contains(strings.ReplaceAll(text.String(), "\n", " "), want) {
		t.Errorf("wrote %s, want %s", text.String(), want)
	}
}

func TestOnly(t *testing.T) {
	for _, side := range []core.Color{core.First, core.Second} {
		r := mated(t, 0)
		before := r.Players[side]
		r.Only(side)
		for _, m := range r.Moves {
			if own := m.Side == side; own == (m.Judgement == review.Unjudged) || !own && (m.Loss != 0 || m.Accuracy != 0 || m.Reasons != nil) {
				t.Errorf("only side %d: %+v", side, m)
			}
		}
		other := r.Players[side.Other()]
		if r.Players[side] != before || other.Name == "" || other.Moves != 0 || other.Accuracy != 0 {
			t.Errorf("only side %d: %+v", side, r.Players)
		}
		if want := [2][]int{{0, 2}, {}}[side]; !slices.Equal(r.Turns, want) {
			t.Errorf("only side %d: turns %v, want %v", side, r.Turns, want)
		}
	}
}

func TestProve(t *testing.T) {
	tests := []struct {
		name     string
		ply      int    // the position that has a mate
		line     string // the mate
		want     string // of the third move, which allows a mate in 1
		best     string // and what was better
		shortest int    // plies that are found, 0: none
	}{
		{"a mate that was missed", 2, "g1h3 e5e4 h3g5", "lets Black mate in 1 by Qh4#, misses a mate in 2", "g1h3", 3},
		{"a mate whose length is not known", 2, "g1h3 e5e4 h3g5", "lets Black mate in 1 by Qh4#, misses a mate by force", "g1h3", 0},
		{"the move that was played", 2, "g2g4 e5e4 g4g5", "lets Black mate in 1 by Qh4#", "e2e3", 3},
		{"a longer mate than is known", 3, "e5e4 e2e3 e4f3", "lets Black mate in 1 by Qh4#", "e2e3", 3},
		{"a position that is not asked about", 1, "e7e5 e2e3 e5e4", "lets Black mate in 1 by Qh4#", "e2e3", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := mated(t, 0)
			r.Moves[0].Judgement, r.Moves[0].Reasons = review.Good, nil
			prove := func(p core.Position) []core.Move {
				if p.Plies() != test.ply {
					return nil
				}
				return line(t, p, test.line)
			}
			err := r.Prove(review.Mating{Prove: prove, Shortest: func(p core.Position, plies int) ([]core.Move, bool) {
				if plies < test.shortest {
					return nil, true
				}
				return prove(p), test.shortest > 0
			}})
			m := &r.Moves[2]
			var told []string
			for i := range m.Reasons {
				told = append(told, words(games.Chess()).Reason(before(t, r.Record, 2), m, &m.Reasons[i]))
			}
			if got := strings.Join(told, ", "); err != nil || got != test.want {
				t.Errorf("%s, want %s; error %v", got, test.want, err)
			}
			if got := games.Chess().Start(core.Settings{}).FormatMove(m.Better(before(t, r.Record, 2))[0]); got != test.best {
				t.Errorf("better was %s, want %s", got, test.best)
			}
			for _, i := range []int{0, 1, 3} {
				if r.Moves[i].Reasons != nil {
					t.Errorf("move %d has reasons %+v", i, r.Moves[i].Reasons)
				}
			}
		})
	}
}

// before returns the position before a ply of a game.
func before(t *testing.T, g *record.Game, ply int) (p core.Position) {
	t.Helper()
	if err := g.Replay(func(q core.Position, _ *record.Node) bool {
		p = q.Clone()
		ply--
		return ply >= 0
	}); err != nil {
		t.Fatal(err)
	}
	return p
}

// A proved mate replaces what does not matter next to it, and a longer mate.
func TestProvedMatesReplaceReasons(t *testing.T) {
	r := mated(t, 0)
	r.Moves[2].Reasons = []review.Reason{{Fact: review.Mate, Plies: 5}, {Fact: review.Material}}
	prove := func(p core.Position) []core.Move {
		if p.Plies() == 3 {
			return line(t, p, "d8h4")
		}
		return nil
	}
	err := r.Prove(review.Mating{Prove: prove, Shortest: func(p core.Position, _ int) ([]core.Move, bool) { return prove(p), true }})
	if got := r.Moves[2].Reasons; err != nil || len(got) != 1 || got[0].Fact != review.Mate || got[0].Plies != 1 {
		t.Errorf("error %v, reasons %+v", err, got)
	}
}

// A threat of mate says more than who has the better chances, and no more than other reasons.
func TestThreatsReplaceChances(t *testing.T) {
	for _, test := range []struct {
		had  review.Fact
		want []review.Fact
	}{
		{review.Chances, []review.Fact{review.MateThreat}},
		{review.Margin, []review.Fact{review.MateThreat}},
		{review.Material, []review.Fact{review.MateThreat, review.Material}},
	} {
		r := mated(t, 0)
		r.Moves[0].Reasons, r.Moves[2].Judgement = []review.Reason{{Fact: test.had}}, review.Good
		asked := 0
		err := r.Prove(review.Mating{
			Prove: func(core.Position) []core.Move { return nil },
			Quick: func(core.Position) []core.Move { // the answer threatens mate, and that can be stopped
				if asked++; asked == 2 {
					return []core.Move{r.Moves[1].Move}
				}
				return nil
			},
		})
		var got []review.Fact
		for _, reason := range r.Moves[0].Reasons {
			got = append(got, reason.Fact)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("with fact %d: facts %v, want %v; error %v", test.had, got, test.want, err)
		}
	}
}

// The turns of one side are the worst moves of it, even where those of the other were worse.
func TestOnlyTurns(t *testing.T) {
	r := &review.Game{}
	for i, loss := range []float64{30, 16, 40, 17, 50, 18, 60, 19, 70, 1} {
		m := review.Move{Side: core.Color(i % 2), Loss: loss, Judgement: review.Blunder}
		if loss < 5 {
			m.Judgement = review.Good
		}
		r.Moves = append(r.Moves, m)
	}
	r.Only(core.Second)
	if want := []int{3, 5, 7}; !slices.Equal(r.Turns, want) {
		t.Errorf("turns %v, want %v", r.Turns, want)
	}
}

// Phases begin where the game came to them, once, whatever part of it is judged.
func TestPhasesOfAGame(t *testing.T) {
	s := unread(review.StandardOf("chess"))
	for _, test := range []struct {
		name   string
		phases []review.Phase // of the positions
		want   [review.Phases]int
	}{
		{"opening", []review.Phase{0, 0, 0, 0, 0}, [review.Phases]int{0, -1, -1}},
		{"all", []review.Phase{0, 1, 1, 2, 2}, [review.Phases]int{0, 1, 3}},
		{"from the beginning", []review.Phase{1, 1, 1, 1, 2}, [review.Phases]int{0, 0, 4}},
		{"at once", []review.Phase{0, 0, 2, 2, 2}, [review.Phases]int{0, 2, 2}},
		{"never back", []review.Phase{0, 1, 0, 2, 1}, [review.Phases]int{0, 1, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.Phase = func(p core.Position, _ review.Phase) review.Phase { return test.phases[p.Plies()] }
			g := read(t, foolsMate)
			all := thoughts(t, g, []core.Score{20, 80, -70, core.WinIn(1)}, "e2e4", "e7e5", "e2e3", "d8h4")
			clear(all[:2])
			r, err := review.Judge(g, review.Thoughts{Answers: all}, s)
			if err != nil {
				t.Fatal(err)
			}
			if r.Begins != test.want {
				t.Errorf("phases begin at %v, want %v", r.Begins, test.want)
			}
			for c, player := range r.Players {
				moves := 0
				for phase, part := range player.Phases {
					moves += part.Moves
					if begin := test.want[phase]; part.Moves > 0 && begin < 0 {
						t.Errorf("player %d has %d moves in phase %d, which did not come", c, part.Moves, phase)
					} else if part.Moves == player.Moves && part.Accuracy != player.Accuracy {
						t.Errorf("player %d has an accuracy of %v, but of %v in the only phase", c, player.Accuracy, part.Accuracy)
					}
				}
				if moves != player.Moves {
					t.Errorf("player %d has %d moves, in the phases %d", c, player.Moves, moves)
				}
			}
		})
	}
}
