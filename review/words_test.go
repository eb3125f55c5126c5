package review_test

import (
	"math"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Players of shogi call chances by words and sides by pieces, in Japanese alone.
func TestSituations(t *testing.T) {
	for _, test := range []struct {
		chance       float64
		shogi, chess string
	}{
		{50, "互角", "互角"}, {61, "互角", "互角"}, {39, "互角", "互角"}, {62, "先手有利", "白有利"}, {37, "後手有利", "黒有利"},
		{80, "先手優勢", "白優勢"}, {20, "後手優勢", "黒優勢"}, {99, "先手勝勢", "白勝勢"}, {0, "後手勝勢", "黒勝勢"}, {math.NaN(), "", ""},
	} {
		for i, g := range games.All() {
			want := [...]string{test.chess, test.shogi}[i]
			for l, want := range [review.Languages]string{review.Japanese: want} {
				w, err := review.NewWords(&record.Game{Rules: g.Rules}, review.Language(l))
				must.OK(t, err)
				if got := w.Situation(test.chance); got != want {
					t.Errorf("%s, %g%%: %q, want %q", g.Name, test.chance, got, want)
				}
			}
		}
	}
}

// Boards show scores as First sees them, whoever is to move.
func TestScores(t *testing.T) {
	for _, test := range []struct {
		game   string
		score  core.Score
		side   core.Color
		en, ja string
	}{
		{"chess", 35, core.First, "+0.35", "+0.35"}, {"chess", 35, core.Second, "−0.35", "−0.35"}, {"chess", 0, core.Second, "+0.00", "+0.00"},
		{"chess", core.TableWin, core.Second, "−TB", "−TB"}, {"chess", 20000, core.First, "+TB", "+TB"}, {"shogi", 20000, core.First, "+20000", "+20000"},
		{"shogi", -120, core.Second, "+120", "+120"}, {"shogi", 0, core.Second, "+0", "+0"},
		{"chess", core.WinIn(5), core.First, "+M3", "+詰3"}, {"chess", core.WinIn(6), core.Second, "−M3", "−詰3"}, {"shogi", core.LossIn(2), core.Second, "+M2", "+詰2"},
	} {
		g, err := games.ByName(test.game)
		must.OK(t, err)
		for l, want := range [review.Languages]string{test.en, test.ja} {
			w, err := review.NewWords(&record.Game{Rules: g.Rules}, review.Language(l))
			must.OK(t, err)
			if got := w.Score(test.score, test.side); got != want {
				t.Errorf("%s, %d of side %d: %q, want %q", test.game, test.score, test.side, got, want)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	for i, g := range games.All() {
		for l, want := range [...][review.Languages]string{{"Black ", "黒 "}, {"Gote ", "☖"}}[i] {
			w, err := review.NewWords(&record.Game{Rules: g.Rules}, review.Language(l))
			must.OK(t, err)
			if got := w.Mark(core.Second); got != want {
				t.Errorf("%s: %q, want %q", g.Name, got, want)
			}
		}
	}
}
