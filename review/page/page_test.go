package page_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/review/page"
	"github.com/nitoryu/nitoryu/web/board"
)

func TestPositions(t *testing.T) {
	tests := []struct {
		name  string
		game  games.Game
		start string
		s     core.Settings
		moves string
	}{
		{"castling on both sides", games.Chess(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", core.Settings{}, "e1g1 e8c8"},
		{"castling where the king stays", games.Chess(), "1k6/8/8/8/8/8/8/K5RR b - - 3 40", core.Settings{}, "b8a8 g1g8"},
		{"Chess960", games.Chess(), "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", core.Settings{Chess960: true}, "f1g1 e8e7"},
		{"en passant", games.Chess(), "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", core.Settings{}, "d2d4 e4d3"},
		{"promotion", games.Chess(), "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", core.Settings{}, "a7b8n e8e7"},
		{"a capture and a drop", games.Shogi(), "", core.Settings{}, "7g7f 3c3d 8h2b+ 3a2b B*5e 2b3c"},
		{"a promoted piece taken", games.Shogi(), "", core.Settings{}, "7g7f 3c3d 8h2b+ 3a2b"},
		{"a handicap", games.Shogi(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", core.Settings{}, "5a6b 7g7f"},
		{"no moves", games.Chess(), "", core.Settings{}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkPositions(t, test.game, newGame(t, test.game, test.start, test.s, strings.Fields(test.moves)...))
		})
	}
	for _, g := range games.All() {
		t.Run("random "+g.Name, func(t *testing.T) { checkPositions(t, g, randomGame(t, g, 3, 200)) })
	}
}

// checkPositions compares the positions of a page, those of the best lines included, with
// the rules.
func checkPositions(t *testing.T, g games.Game, r *record.Game) {
	t.Helper()
	judged := judge(t, g, r, 2, 6)
	w := words(g, review.English)
	d := dataOf(t, write(t, judged, w))
	s, _ := board.For(g.Name)
	same := func(what string, got board.Position, p core.Position) {
		t.Helper()
		if want, err := s.Parse(p.String()); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: the board is %q, want %q; error %v", what, got, want, err)
		}
	}
	if len(d.Plies) != len(judged.Moves)+1 {
		t.Fatalf("%d positions of %d moves", len(d.Plies), len(judged.Moves))
	}
	p, err := r.Position()
	if err != nil {
		t.Fatal(err)
	}
	shown := play(s.Empty(), d.Start)
	same("start", shown, p)
	for i, ply := range d.Plies {
		if i > 0 {
			m := judged.Moves[i-1].Move
			if want := w.Write(p, m, core.NoMove); ply.Text != want {
				t.Errorf("move %d is %q, want %q", i, ply.Text, want)
			}
			p.Do(m, nil)
			shown = play(shown, ply.Delta)
			same(ply.Text, shown, p)
		}
		thought := &judged.Last
		if i < len(judged.Moves) {
			thought = &judged.Moves[i].Before
		}
		if len(ply.Lines) != len(thought.Lines) {
			t.Fatalf("%d lines of position %d, want %d", len(ply.Lines), i, len(thought.Lines))
		}
		for j, line := range ply.Lines {
			q, after := p.Clone(), shown
			if len(line.Moves) != len(thought.Lines[j].Moves) {
				t.Fatalf("a line has %d moves, want %d", len(line.Moves), len(thought.Lines[j].Moves))
			}
			for k, m := range inside.ReadMoves(q, thought.Lines[j].Moves...) {
				q.Do(m, nil)
				after = play(after, line.Moves[k][1])
				same(line.Moves[k][0], after, q)
			}
		}
	}
}

func TestNotationKnowsTheMoveBefore(t *testing.T) {
	r := newGame(t, games.Shogi(), "", core.Settings{}, "7g7f", "3c3d", "8h2b+", "3a2b")
	d := dataOf(t, write(t, judge(t, games.Shogi(), r, 1, 1), words(games.Shogi(), review.Japanese)))
	if got := d.Plies[4].Text; got != "△同　銀" {
		t.Errorf("the capture is %s", got)
	}
}

func TestBadMoves(t *testing.T) {
	r, err := record.NewReader(strings.NewReader("[White \"A\"]\n\n1. f3 e5 2. g4 {oops [%clk 0:01:00]} Qh4# 0-1\n"), record.Hint{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	var answers []nitoryu.Result
	for i, best := range []nitoryu.Move{"e2e4", "e7e5", "e2e3", "d8h4"} {
		score := []core.Score{20, 80, -70, core.WinIn(1)}[i]
		answers = append(answers, nitoryu.Result{Lines: []nitoryu.Line{{Score: nitoryu.Score(score), Depth: 1, Moves: []nitoryu.Move{best}}}})
	}
	g, err := review.Judge(r, review.Thoughts{Answers: answers}, review.StandardOf("chess"))
	if err != nil {
		t.Fatal(err)
	}
	text := write(t, g, words(games.Chess(), review.English))
	d := dataOf(t, text)
	bad := d.Plies[3]
	if bad.Comment != "Blunder. Lets Black mate in 1 by Qh4#. Best was e3." || !slices.Equal(bad.Best, []int{52, 44}) || !slices.Equal(bad.Reply, []int{3, 39}) || bad.Remark != "oops" {
		t.Errorf("the blunder is %+v", bad)
	}
	if good := d.Plies[2]; good.Best != nil || good.Reply != nil || good.Comment != "" {
		t.Errorf("the best move is %+v", good)
	}
	var scores []string
	for _, ply := range d.Plies {
		for _, l := range ply.Lines {
			scores = append(scores, l.Score)
		}
	}
	if want := []string{"+0.20", "−0.80", "−0.70", "−M1"}; !slices.Equal(scores, want) {
		t.Errorf("the scores are %q, want %q", scores, want)
	}
	for _, want := range []string{
		`data-ply="3" class="blunder" title="blunder"><span class="move">g4<b>??</b>`,
		`class="mark blunder" data-ply="3"`, `<article class="card">`, "<td>44%</td><td>0%</td>", "1:00", "0–1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestSize(t *testing.T) {
	const limit = 350_000
	tests := []struct {
		game     games.Game
		language review.Language
		plies    int
	}{
		{games.Chess(), review.English, 240},
		{games.Shogi(), review.Japanese, 120},
		{games.Shogi(), review.English, 120},
	}
	for _, test := range tests {
		seed := uint64(1)
		r := randomGame(t, test.game, seed, test.plies)
		for len(r.Moves()) < test.plies {
			seed++
			r = randomGame(t, test.game, seed, test.plies)
		}
		text := write(t, judge(t, test.game, r, 3, 30), words(test.game, test.language))
		t.Logf("%s: %d plies in %d bytes", test.game.Name, test.plies, len(text))
		if len(text) > limit {
			t.Errorf("a page of %s has %d bytes, more than %d", test.game.Name, len(text), limit)
		}
	}
}

func TestSamePageEveryTime(t *testing.T) {
	for _, g := range games.All() {
		r := judge(t, g, randomGame(t, g, 5, 40), 2, 5)
		first := write(t, r, words(g, review.English))
		for range 3 {
			if write(t, r, words(g, review.English)) != first {
				t.Fatalf("%s: two pages of a game differ", g.Name)
			}
		}
	}
}

var policy = regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`)

// The policy of a page allows its own script and style, and nothing else.
func TestPolicy(t *testing.T) {
	g := judge(t, games.Chess(), newGame(t, games.Chess(), "", core.Settings{}, "e2e4"), 1, 2)
	o := page.Options{Words: words(games.Chess(), review.English)}
	for _, text := range []string{write(t, g, o.Words), shelf(t, o, map[string]*review.Game{"a.html": g}, "a.html")} {
		found := policy.FindStringSubmatch(text)
		if found == nil {
			t.Fatal("the page has no policy")
		}
		allowed := html.UnescapeString(found[1])
		if !strings.HasPrefix(allowed, "default-src 'none'; ") || strings.Contains(allowed, "unsafe") {
			t.Errorf("the policy is %s", allowed)
		}
		for _, element := range []string{"script", "style"} {
			_, rest, _ := strings.Cut(text, "<"+element+">")
			content, _, _ := strings.Cut(rest, "</"+element+">")
			sum := sha256.Sum256([]byte(content))
			if want := element + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; content == "" || !strings.Contains(allowed, want) {
				t.Errorf("the policy %s lacks %s", allowed, want)
			}
		}
		if strings.Contains(text, " style=") || strings.Contains(text, " onclick=") || strings.Contains(text, "http:") && !strings.Contains(text, "http://www.w3.org/2000/svg") {
			t.Error("the page has attributes that the policy forbids, or links elsewhere")
		}
	}
}

func TestErrors(t *testing.T) {
	good := judge(t, games.Chess(), newGame(t, games.Chess(), "", core.Settings{}, "e2e4"), 1, 2)
	change := func(how func(g *review.Game)) *review.Game {
		g := *good
		g.Moves, g.Chances = slices.Clone(g.Moves), slices.Clone(g.Chances)
		how(&g)
		return &g
	}
	w := words(games.Chess(), review.English)
	tests := []struct {
		name string
		game *review.Game
		w    *review.Words
	}{
		{"no words", good, nil},
		{"empty words", good, &review.Words{}},
		{"no game", nil, w},
		{"no record", change(func(g *review.Game) { g.Record = nil }), w},
		{"a chance is missing", change(func(g *review.Game) { g.Chances = g.Chances[:1] }), w},
		{"a chance is no number", change(func(g *review.Game) { g.Chances[0] = math.NaN() }), w},
		{"a move is not legal", change(func(g *review.Game) { g.Moves[0].Move = core.NewMove(0, 63, 4, 0) }), w},
		{"no move", change(func(g *review.Game) { g.Moves[0].Move = core.NoMove }), w},
		{"a game without a board", change(func(g *review.Game) { g.Record = &record.Game{Rules: core.Rules{Name: "go"}} }), w},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := page.Write(&out, test.game, page.Options{Words: test.w}); err == nil || out.Len() > 0 {
				t.Errorf("error %v after %d bytes", err, out.Len())
			}
		})
	}
	broken := errors.New("the disk is full")
	if err := page.Write(failing{broken}, good, page.Options{Words: w}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if err := page.NewShelf(page.Options{Words: w}).Add("", nil, w); err == nil {
		t.Error("a shelf takes no game for one")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestTimes(t *testing.T) {
	r := newGame(t, games.Chess(), "", core.Settings{}, "e2e4", "e7e5")
	r.Root.Main().Clock = record.Known(3*time.Hour + 2*time.Minute + time.Second)
	r.Root.Main().Main().Spent = record.Known(75 * time.Second)
	text := write(t, judge(t, games.Chess(), r, 1, 2), words(games.Chess(), review.English))
	for _, want := range []string{`"3:02:01"`, " 1:15</small>", `class="second"`, "Time used"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// The time of a bad move has its colour, whichever of the kinds of a game it is.
func TestTimesOfBadMoves(t *testing.T) {
	for j, want := range map[review.Judgement]string{review.Inaccuracy: "first inaccuracy", review.Dubious: "first inaccuracy", review.Mistake: "first mistake", review.Blunder: "first blunder"} {
		r := newGame(t, games.Shogi(), "", core.Settings{}, "7g7f")
		r.Root.Main().Spent = record.Known(time.Second)
		g := judge(t, games.Shogi(), r, 1, 2)
		g.Moves[0].Judgement, g.Moves[0].Reasons = j, nil
		if text := write(t, g, words(games.Shogi(), review.English)); !strings.Contains(text, `<rect class="`+want+`"`) {
			t.Errorf("%v: there is no %s", j, want)
		}
	}
}

func TestIndex(t *testing.T) {
	r := newGame(t, games.Chess(), "", core.Settings{}, "e2e4")
	r.SetPlayer(core.First, "<Anna>")
	r.Result = record.Draw
	chess := judge(t, games.Chess(), r, 1, 2)
	shogi := judge(t, games.Shogi(), newGame(t, games.Shogi(), "", core.Settings{}, "7g7f"), 1, 2)
	tests := []struct{ path, link string }{
		{"a b#1.html", `href="./a%20b%231.html"`},
		{"javascript:alert(1)", `href="./javascript:alert%281%29"`},
		{"//evil.example/x", `href="./evil.example/x"`},
		{`\\evil.example\x`, `href="./evil.example/x"`},
		{"games/棋譜.html", `href="./games/%E6%A3%8B%E8%AD%9C.html"`},
		{`x" onclick="y`, `href="./x%22%20onclick=%22y"`},
	}
	for _, test := range tests {
		o := page.Options{Words: words(games.Chess(), review.English), Engine: "<b>"}
		text := shelf(t, o, map[string]*review.Game{test.path: chess, "other.html": shogi}, test.path, "other.html")
		for _, want := range []string{test.link, shown("<Anna>"), "½–½", `href="./other.html"`, shown("<b>"), `<polyline class="line" points="`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the index lacks %s", test.path, want)
			}
		}
	}
	shelf(t, page.Options{Words: words(games.Chess(), review.Japanese)}, nil)
}

// A page says which moves were judged, and shows nothing of the others but the moves.
func TestPartOfAGame(t *testing.T) {
	r := newGame(t, games.Chess(), "", core.Settings{}, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")
	all := judge(t, games.Chess(), r, 1, 2)
	tests := []struct {
		name          string
		language      review.Language
		part          func(g *review.Game)
		judged        string // what the page says; "" for nothing
		before        int    // positions of which nothing is known
		columns, dash int    // of the table of players, and in the index
	}{
		{"all", review.English, func(*review.Game) {}, "", 0, 2, 0},
		{"White", review.English, func(g *review.Game) { g.Only(core.First) }, "only the moves of White", 0, 1, 4},
		{"Black", review.Japanese, func(g *review.Game) { g.Only(core.Second) }, "後手の指し手のみ", 0, 1, 4},
		{"from a move of Black", review.English, from(3), "from move 2... on", 3, 2, 0},
		{"from a move of White", review.Japanese, from(4), "3手目以降", 4, 2, 0},
		{"the last position", review.English, from(6), "from move 4 on", 6, 2, 8},
		{"White from a move on", review.English, func(g *review.Game) { from(3)(g); g.Only(core.First) }, "only the moves of White, from move 2... on", 3, 1, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := *all
			g.Moves, g.Chances, g.Turns = slices.Clone(g.Moves), slices.Clone(g.Chances), slices.Clone(g.Turns)
			test.part(&g)
			w := words(games.Chess(), test.language)
			text := write(t, &g, w)
			if test.judged == "" && strings.Contains(text, "<dt>Judged</dt>") || !strings.Contains(text, "<dd><bdi>"+test.judged) {
				t.Errorf("the page does not say that %q is judged", test.judged)
			}
			_, table, _ := strings.Cut(text, `class="players"`)
			table, _, _ = strings.Cut(table, "</table>")
			if got := strings.Count(table, `<th scope="col">`); got != test.columns {
				t.Errorf("%d players in the table, want %d", got, test.columns)
			}
			d := dataOf(t, text)
			if len(d.Plies) != 7 {
				t.Errorf("the page has %d positions", len(d.Plies))
			}
			for i, ply := range d.Plies {
				if known := i >= test.before; (ply.Chance != nil) != known || (len(ply.Lines) > 0) != known {
					t.Errorf("position %d has chance %v and %d lines", i, ply.Chance, len(ply.Lines))
				}
			}
			from := strconv.FormatFloat(float64(test.before)*1000/6, 'f', 1, 64)
			for _, want := range []string{`<rect class="ground" x="` + from + `"`, `class="area" points="` + from + `,200 ` + from, `class="line" points="` + from} {
				if !strings.Contains(text, want) {
					t.Errorf("the graph does not begin at %s: there is no %s", from, want)
				}
			}
			if strings.Contains(text, "NaN") {
				t.Error("the page has numbers that are none")
			}
			index := shelf(t, page.Options{Words: w}, map[string]*review.Game{"a": &g}, "a")
			begin := regexp.MustCompile(`class="line" points="([0-9.]+),`).FindStringSubmatch(index)
			if want := strconv.FormatFloat(float64(test.before)*100/6, 'f', 1, 64); begin == nil || begin[1] != want {
				t.Errorf("the graph of the index begins at %v, want %s", begin, want)
			}
			if got := strings.Count(index, "<span>–</span>"); got != test.dash {
				t.Errorf("%d values in the index are not known, want %d", got, test.dash)
			}
		})
	}
}

// from leaves out the first moves of a game.
func from(n int) func(*review.Game) {
	return func(g *review.Game) {
		g.Moves, g.Chances = g.Moves[n:], g.Chances[n:]
		turns := g.Turns[:0]
		for _, i := range g.Turns {
			if i >= n {
				turns = append(turns, i-n)
			}
		}
		if g.Turns = turns; len(g.Moves) == 0 {
			g.Players = [2]review.Player{}
		}
	}
}

// The graph has the phases that a game went through, at the moves with which they began.
func TestPhases(t *testing.T) {
	r := newGame(t, games.Shogi(), "", core.Settings{}, strings.Fields("7g7f 3c3d 8h2b+ 3a2b B*3c 2b3c")...)
	for _, test := range []struct {
		name   string
		begins [review.Phases]int
		phases int
		want   []string
	}{
		{"one alone", [review.Phases]int{0, -1, -1}, 0, nil},
		{"two", [review.Phases]int{0, 3, -1}, 2, []string{`data-x="0.0" data-width="500.0">序盤<`, `data-x="500.0" data-width="500.0">中盤<`, `class="phase" d="M500.0 0v200"`}},
		{"no opening", [review.Phases]int{0, 0, 3}, 2, []string{`data-x="0.0" data-width="500.0">中盤<`, `data-x="500.0" data-width="500.0">終盤<`}},
		{"no middlegame", [review.Phases]int{0, 3, 3}, 2, []string{`data-width="500.0">序盤<`, `data-x="500.0" data-width="500.0">終盤<`}},
		{"with the last move", [review.Phases]int{0, 3, 6}, 2, []string{`data-width="500.0">中盤<`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := judge(t, games.Shogi(), r, 1, 1)
			g.Begins = test.begins
			text := write(t, g, words(games.Shogi(), review.Japanese))
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("the page lacks %s", want)
				}
			}
			if got := strings.Count(text, "data-width="); got != test.phases {
				t.Errorf("%d phases, want %d", got, test.phases)
			}
		})
	}
}

// Good news stands in the table of players, in the list of moves and on the graph, in words
// and signs, and so does a win that was missed.
func TestPraise(t *testing.T) {
	r := newGame(t, games.Shogi(), "", core.Settings{}, strings.Fields("7g7f 3c3d 2g2f 8c8d")...)
	for _, test := range []struct {
		language review.Language
		table    []string // the rows of the table of players
		tips     []string
	}{
		{review.English, []string{"✗ Missed wins 0 1", "Missed short mates 2 0", "□ Only moves 3 0", "! Great moves 2 0", "!! Brilliant moves 1 4"}, []string{"only move", "blunder, missed win", "great", "brilliant"}},
		{review.Japanese, []string{"✗ 勝ちを逃した手 0 1", "短手数の詰み逃し 2 0", "□ 唯一の好手 3 0", "! 妙手 2 0", "!! 絶妙手 1 4"}, []string{"唯一の好手", "大悪手、勝ちを逃す", "妙手", "絶妙手"}},
	} {
		g := judge(t, games.Shogi(), r, 1, 1)
		for i := range g.Moves {
			m := &g.Moves[i]
			m.Judgement, m.Praise, m.Reasons = review.Best, []review.Praise{review.OnlyMove, 0, review.Great, review.Brilliant}[i], nil
		}
		g.Moves[1].Judgement, g.Moves[1].MissedWin = review.Blunder, true
		g.Players[0].Praised, g.Players[0].MissedMates = [review.Praises]int{0, 3, 2, 1}, 2
		g.Players[1].Praised, g.Players[1].MissedWins = [review.Praises]int{0, 0, 0, 4}, 1
		text := write(t, g, words(games.Shogi(), test.language))
		_, players, _ := strings.Cut(text, `<table class="players">`)
		table := rows("<h2>T</h2>"+players, "T")
		for _, want := range test.table {
			if !slices.Contains(table, want) {
				t.Errorf("the table of players lacks %q: %q", want, table)
			}
		}
		for i, class := range []string{"praise", "blunder missed", "praise", "praise"} {
			sign := []string{"□", "??", "!", "!!"}[i]
			cell := regexp.MustCompile(`<button type="button" data-ply="` + strconv.Itoa(i+1) + `" class="` + class + `" title="` + test.tips[i] + `">.*?<b>` + regexp.QuoteMeta(sign) + `</b>`)
			mark := regexp.MustCompile(`<path class="mark ` + class + `" data-ply="` + strconv.Itoa(i+1) + `" d="[^"]*"><title>[^<]*` + regexp.QuoteMeta(sign+" "+test.tips[i]) + `</title></path>`)
			if !cell.MatchString(text) || !mark.MatchString(text) {
				t.Errorf("move %d: in the list %v, on the graph %v", i+1, cell.MatchString(text), mark.MatchString(text))
			}
		}
		if got := strings.Count(text, `class="hole"`); got != 1 {
			t.Errorf("%d marks of missed wins, want 1", got)
		}
		if said := dataOf(t, text).Plies[2].Say; !strings.Contains(said, test.tips[1]) {
			t.Errorf("said of the missed win is %q", said)
		}
	}
}

// The graph has a band of how sharp the positions are, if that is known.
func TestSharpness(t *testing.T) {
	r := newGame(t, games.Chess(), "", core.Settings{}, "e2e4", "e7e5", "g1f3", "b8c6")
	for _, test := range []struct {
		name  string
		sharp []float64
		first int // the first move that was judged
		want  string
	}{
		{"all", []float64{0, 20, 50, 7}, 0, "M0.0 50V50H250.0V30H500.0V0H750.0V43H1000.0V50"},
		{"more than the band holds", []float64{0, 90, 0, 0}, 0, "M0.0 50V50H250.0V0H500.0V50H750.0V50H1000.0V50"},
		{"some", []float64{-1, 20, -1, -1}, 0, "M0.0 50V50H250.0V30H500.0V50H750.0V50H1000.0V50"},
		{"from the third move on", []float64{9, 9, 20, 10}, 2, "M500.0 50V30H750.0V40H1000.0V50"},
		{"none", []float64{-1, -1, -1, -1}, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := judge(t, games.Chess(), r, 1, 1)
			for i := range g.Moves {
				g.Moves[i].Sharpness = test.sharp[i]
			}
			from(test.first)(g)
			text := write(t, g, words(games.Chess(), review.English))
			const title, link = "<title>Sharpness of the positions</title>", "docs/use/analysis.md#how-moves-are-judged"
			for _, want := range []string{title, link, `<path d="` + test.want + `"/>`} {
				if strings.Contains(text, want) != (test.want != "") {
					t.Errorf("%s is there: %v", want, test.want == "")
				}
			}
		})
	}
}

// Castles and strategies are told with their sides, a castle also if the other side built none.
func TestCastles(t *testing.T) {
	moves := strings.Fields("7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 5i4h 1c1d 4h3h 1d1e 3h2h 9c9d 3i3h 9d9e 6i5h")
	r := newGame(t, games.Shogi(), "", core.Settings{}, moves...)
	w := words(games.Shogi(), review.Japanese)
	w.Sides, w.Plies = [2]string{"先手", "後手"}, true
	if text, want := write(t, judge(t, games.Shogi(), r, 1, 1), w), "<bdi>☗美濃囲い</bdi>"; !strings.Contains(text, want) {
		t.Errorf("no %q in the facts", want)
	} else if want := "<bdi>☗振り飛車、対抗形、四間飛車 対 ☖居飛車、対抗形</bdi>"; !strings.Contains(text, want) {
		t.Errorf("no %q in the facts", want)
	}
}
