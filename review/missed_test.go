package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
)

// Missed mates are told where nothing is lost as well, and the verdict stays.
func TestMissedMates(t *testing.T) {
	const start = `[FEN "r6k/6pp/7N/8/2Q5/8/5PPP/6K1 w - - 0 23"]` + "\n\n23. Nf5 *"
	for _, test := range []struct {
		name          string
		before, after core.Score // the second one for the opponent
		judgement     review.Judgement
		missed        int
		teaches       bool
	}{
		{"a won game stays won", core.WinIn(3), -2500, review.Good, 3, true},
		{"it costs less than the win", core.WinIn(3), -700, review.Good, 3, true},
		{"a win is lost", core.WinIn(3), 0, review.Blunder, 3, true},
		{"a mate that takes much longer", core.WinIn(3), core.LossIn(8), review.Good, 3, true},
		{"a mate that takes a move more", core.WinIn(3), core.LossIn(4), review.Good, 0, false},
		{"a mate that is no exercise", core.WinIn(7), -2500, review.Good, 7, false},
		{"one that nobody sees", core.WinIn(15), -2500, review.Good, 0, false},
		{"there was none", 2500, -2500, review.Good, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, start)
			answers := thoughts(t, g, []core.Score{test.before, test.after}, "c4g8")
			answers[0].Lines[0].Moves = []nitoryu.Move{"c4g8", "a8g8", "h6f7"}
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf("chess")))
			if err != nil {
				t.Fatal(err)
			}
			m := &r.Moves[0]
			if m.Judgement != test.judgement || m.MissedMate != test.missed || m.Teaches() != test.teaches {
				t.Errorf("it is %v, misses a mate in %d plies, teaches: %t", m.Judgement, m.MissedMate, m.Teaches())
			}
			if n := r.Players[0].MissedMates; n != min(1, test.missed) {
				t.Errorf("White missed %d mates", n)
			}
			if test.missed == 0 || test.judgement.Bad() {
				return
			}
			for l, want := range map[review.Language]string{
				review.English: "Misses a mate in 2. Best was Qg8+.", review.Japanese: "【詰み逃し】3手詰の詰み逃し。最善手はQg8+。",
			} {
				w, err := review.NewWords(g, l)
				if err != nil {
					t.Fatal(err)
				}
				p, err := g.Position()
				if err != nil {
					t.Fatal(err)
				}
				if test.missed == 3 && w.Say(p, m) != want {
					t.Errorf("%v: %q, want %q", l, w.Say(p, m), want)
				}
				if err := r.Annotate("", w); err != nil {
					t.Fatal(err)
				}
				if n := g.Root.Main(); len(n.NAGs) > 0 || !strings.Contains(strings.Join(n.Comments, ""), w.Say(p, m)) || len(g.Root.Children) != 2 {
					t.Errorf("%v: written as %v %q with %d variations", l, n.NAGs, n.Comments, len(g.Root.Children)-1)
				}
				if err := review.Forget(g); err != nil || len(g.Root.Main().Comments) > 0 || len(g.Root.Children) > 1 {
					t.Errorf("%v: %q is not forgotten, error %v", l, g.Root.Main().Comments, err)
				}
			}
		})
	}
}
