package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// annotated returns a game with the findings in it, as PGN in one line.
func annotated(t *testing.T, pgn string, scores []core.Score, best ...string) string {
	t.Helper()
	g := read(t, pgn)
	r, err := review.Judge(g, review.Thoughts{Answers: thoughts(t, g, scores, best...)}, unread(review.StandardOf("chess")))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Annotate("Nitoryu", words(games.Chess())); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := record.Write(&text, g, record.PGN, record.Options{}); err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(text.String(), "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

func TestAnnotate(t *testing.T) {
	tests := []struct {
		name   string
		pgn    string
		scores []core.Score
		best   []string
		want   string
	}{
		{
			"mistakes have a glyph, a reason and a better move", foolsMate,
			[]core.Score{20, 80, -70, core.WinIn(1)}, []string{"e2e4", "e7e5", "e2e3", "d8h4"},
			`1. f3 $6 {[%eval -0.80,1] Inaccuracy. Gives Black the better chances after e5. Best was e4.} (1. e4) 1... e5 {[%eval -0.70,1]} 2. g4 $4 {[%eval #-1,1] Blunder. Lets Black mate in 1 by Qh4#. Best was e3.} (2. e3) 2... Qh4# 0-1`,
		},
		{
			"what was there stays", "1. f3 $5 {my own words} e5 (1... d5 {better}) 2. g4 (2. e3) Qh4# 0-1",
			[]core.Score{20, 80, -70, core.WinIn(1)}, []string{"e2e4", "e7e5", "e2e3", "d8h4"},
			`1. f3 $5 {[%eval -0.80,1] my own words} {Inaccuracy. Gives Black the better chances after e5. Best was e4.} (1. e4) 1... e5 {[%eval -0.70,1]} (1... d5 {better}) 2. g4 $4 {[%eval #-1,1] Blunder. Lets Black mate in 1 by Qh4#. Best was e3.} (2. e3) 2... Qh4# 0-1`,
		},
		{
			"nothing is said of good moves", "1. e4 e5 *", []core.Score{20, -20, 20}, []string{"d2d4"},
			`1. e4 {[%eval 0.20,1]} 1... e5 {[%eval 0.20,1]} *`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := annotated(t, test.pgn, test.scores, test.best...); got != test.want {
				t.Errorf("wrote\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestComment(t *testing.T) {
	p := games.Chess().Start(core.Settings{})
	m := review.Move{
		Side: core.First, Move: line(t, p, "f2f3")[0], Judgement: review.Mistake,
		Before: answer(0, "e2e4"),
	}
	e4 := line(t, p, "e2e4")
	e5 := line(t, p, "f2f3 e7e5")[1:]
	tests := []struct {
		name     string
		language review.Language
		reasons  []review.Reason
		want     string
	}{
		{"no reason", review.English, nil, "Mistake. Best was e4."},
		{
			"two", review.English, []review.Reason{{Fact: review.Material, Kinds: []core.PieceType{4, 1, 1}, Line: e5}, {Fact: review.Mate, Missed: true, Plies: 5}},
			"Mistake. Loses a rook and two pawns after e5, and misses a mate in 3. Best was e4.",
		},
		{
			"an exchange", review.English, []review.Reason{{Fact: review.Material, Kinds: []core.PieceType{5, 2, 2}, Paid: []core.PieceType{4, 3}, Line: e5}},
			"Mistake. Loses a queen and two knights for a rook and a bishop after e5. Best was e4.",
		},
		{
			"an exchange in Japanese", review.Japanese, []review.Reason{{Fact: review.Material, Missed: true, Kinds: []core.PieceType{4}, Paid: []core.PieceType{3}, Line: e4}},
			"【悪手】e4からビショップと引き換えにルーク得の手があった。最善手はe4。",
		},
		{"a draw", review.English, []review.Reason{{Fact: review.Draw}}, "Mistake. Lets the win slip into a draw. Best was e4."},
		{"no reason in Japanese", review.Japanese, nil, "【悪手】最善手はe4。"},
		{
			"two in Japanese", review.Japanese, []review.Reason{{Fact: review.Mate, Plies: 5, Line: e5}, {Fact: review.Fork, Kinds: []core.PieceType{0, 4}, Line: e5}},
			"【悪手】e5以下、先手のキングに5手詰。e5でキングとルークの両取りがかかる。最善手はe4。",
		},
	}
	for _, test := range tests {
		w := words(games.Chess())
		if w.Language = test.language; test.language == review.Japanese {
			w.Pieces, w.Sides = unread(review.StandardOf("chess")).Pieces[review.Japanese], [2]string{"先手", "後手"}
		}
		m.Reasons = test.reasons
		if got := w.Comment(p, &m); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		g := read(t, "1. f3 *") // and it is known as ours
		g.Root.Main().Comments = []string{test.want}
		if err := review.Forget(g); err != nil || len(g.Root.Main().Comments) > 0 {
			t.Errorf("%s: error %v, %q stays", test.name, err, g.Root.Main().Comments)
		}
	}
}
