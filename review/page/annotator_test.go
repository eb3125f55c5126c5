package page_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/web/board"
)

// All that the annotator says stands on the page: glyphs, comments in front of moves and
// behind them, variations within variations, and what is said in these; nothing that
// programs say to each other.
func TestAnnotator(t *testing.T) {
	const pgn = "{The beginning.} 1. e4 $1 {Best by test. [%clk 0:01:00] [%csl Ge4] [%eval 0.3]} " +
		"({Instead} 1. d4 $5 d5 (1... Nf6 $14 {Indian} 2. c4) 2. c4) (1. -- {a pass} e5) 1... e5 $146 2. Nf3 {+0.25/12 0.5s, n=99} *"
	g := judge(t, games.Chess(), read(t, pgn), 1, 1)
	for i := range g.Moves {
		g.Moves[i].Judgement = review.Good
	}
	text := write(t, g, words(games.Chess(), review.English))
	d := dataOf(t, text)
	for i, want := range []string{"The beginning.", "! Best by test.", "N", ""} {
		if got := d.Plies[i].Remark; got != want {
			t.Errorf("position %d says %q, want %q", i, got, want)
		}
	}
	s, _ := board.For("chess")
	start := play(s.Empty(), d.Start)
	var lines []string
	for _, v := range d.Plies[1].Instead {
		shown := start
		var line []string
		for i, m := range v.Moves {
			if shown = play(shown, m[1]); i >= v.Hidden {
				line = append(line, strings.TrimSpace(m[0]+" "+m[2]))
			}
		}
		lines = append(lines, strings.Join(line, " ")+" "+strings.Join(shown[32:40], ""))
	}
	want := []string{
		"1. d4 !? Instead d5 2. c4 ..PP....",
		"1... Nf6 += Indian 2. c4 ..PP....",
		"1. -- a pass e5 ........",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("the variations are\n%q, want\n%q", lines, want)
	}
	for _, sign := range []string{`e4<i>!</i></span><span class="noted"`, `e5</span><small>`} {
		if !strings.Contains(text, sign) {
			t.Errorf("the list of moves lacks %s", sign)
		}
	}
}

// What programs for shogi write into comments is no remark.
func TestAnnotatorOfShogi(t *testing.T) {
	const kif = "手合割：平手\n   1 ７六歩(77)+\n*#評価値=24\n*#深さ=2\n*定跡の一手\n&しおり\n   2 ３四歩(33)\n\n変化：1手\n   1 ２六歩(27)\n*居飛車\n   2 投了\n"
	d := dataOf(t, write(t, judge(t, games.Shogi(), read(t, kif), 1, 1), words(games.Shogi(), review.Japanese)))
	if got := d.Plies[1].Remark; got != "しおり 定跡の一手" {
		t.Errorf("the remark is %q", got)
	}
	if v := d.Plies[1].Instead; len(v) != 1 || v[0].Moves[0][2] != "居飛車" || v[0].Moves[1][0] != "投了" {
		t.Errorf("the variations are %v", v)
	}
}

// Exercises are mistakes and blunders, with all moves that are good enough by the standard of the game.
func TestExercises(t *testing.T) {
	for _, test := range []struct {
		name string
		by   review.Standard
		want string
	}{
		{"scores as they are", review.StandardOf("chess"), "[[52 36]]"},
		{"our own scores, which are worth less", review.OwnStandardOf("chess"), "[[52 36] [51 35]]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := judgeBy(t, test.by, read(t, "1. f3 e5 2. g4 Qh4# 0-1"), 1, 1)
			g.Moves[0].Judgement, g.Moves[1].Judgement = review.Good, review.Best
			g.Moves[2].Judgement, g.Moves[3].Judgement = review.Blunder, review.Inaccuracy
			g.Moves[2].Before.Lines = []nitoryu.Line{
				{Score: 0, Moves: []nitoryu.Move{"e2e4"}}, {Score: -60, Moves: []nitoryu.Move{"d2d4"}},
				{Score: -20, Moves: []nitoryu.Move{"g2g4"}}, {Score: -400, Moves: []nitoryu.Move{"a2a4"}},
			}
			d := dataOf(t, write(t, g, words(games.Chess(), review.English)))
			for i, p := range d.Plies {
				if (p.Find != nil) != (i == 2) {
					t.Errorf("position %d is an exercise: %v", i, p.Find)
				}
			}
			if got := fmt.Sprint(d.Plies[2].Find); got != test.want {
				t.Errorf("solved by %s, want %s", got, test.want)
			}
		})
	}
}

// Arrows and circles of the record are drawn, moves of best lines have numbers, and moves their scores.
func TestShapes(t *testing.T) {
	r := read(t, "1. e4 {[%csl Yd5][%cal Gd2d4,Re7e5] Mine.} e5 2. Nf3 *\n")
	text := write(t, judge(t, games.Chess(), r, 2, 3), words(games.Chess(), review.English))
	plies := dataOf(t, text).Plies
	if got := fmt.Sprint(plies[1].Shapes, plies[2].Shapes); got != "[{27 27 Y} {51 35 G} {12 28 R}] []" {
		t.Errorf("the shapes are %s", got)
	}
	for i, want := range []string{`^1\. \S+ [^.]+ 2\. \S+$`, `^1\.\.\. \S+ 2\. \S+ [^.]+$`, `^2\. \S+ [^.]+ 3\. \S+$`, `^2\.\.\. \S+ 3\. \S+ [^.]+$`} {
		var line []string
		for _, m := range plies[i].Lines[0].Moves {
			line = append(line, m[0])
		}
		if text := strings.Join(line, " "); !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("after %d plies the line is %s", i, text)
		}
	}
	if n := len(regexp.MustCompile(`<small>(?:&#43;|−)\d+\.\d\d</small>`).FindAllString(text, -1)); n != 3 {
		t.Errorf("%d moves have scores", n)
	}
}
