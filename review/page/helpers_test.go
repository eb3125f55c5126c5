package page_test

import (
	"bytes"
	"encoding/json"
	"html"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/review/page"
	"github.com/nitoryu/nitoryu/web/board"
)

// words returns the words of a game in a language, with the notation of its country.
func words(g games.Game, l review.Language) *review.Words {
	w := &review.Words{Language: l, Pieces: review.StandardOf(g.Name).Pieces[l], Sides: [2]string{"White", "Black"}, Plies: g.Tsume}
	switch {
	case l == review.Japanese:
		w.Sides = [2]string{"先手", "後手"}
	case g.Tsume:
		w.Sides = [2]string{"Sente", "Gote"}
	}
	w.Write = record.People(l == review.Japanese)
	return w
}

// random plays random legal moves on p, at most so many, and at least one if there is one.
func random(p core.Position, r *rand.Rand, most int) (moves []core.Move) {
	for range most {
		var legal core.MoveList
		p.Generate(core.AllMoves, &legal)
		if legal.N == 0 || len(moves) > 0 && p.Verdict().Over() {
			break
		}
		m := legal.Moves[r.IntN(legal.N)]
		p.Do(m, nil)
		moves = append(moves, m)
	}
	return moves
}

// read reads a game.
func read(t testing.TB, text string) *record.Game {
	t.Helper()
	r, err := record.NewReader(strings.NewReader(text), record.Hint{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newGame returns a game of these moves in protocol notation.
func newGame(t testing.TB, g games.Game, start string, s core.Settings, moves ...string) *record.Game {
	t.Helper()
	r, err := record.NewGame(g.Rules, start, s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Position()
	if err != nil {
		t.Fatal(err)
	}
	n := r.Root
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(m, nil)
		n = n.Add(m)
	}
	return r
}

// randomGame returns a game of random moves.
func randomGame(t testing.TB, g games.Game, seed uint64, plies int) *record.Game {
	t.Helper()
	r := newGame(t, g, "", core.Settings{})
	p := g.Start(core.Settings{})
	n := r.Root
	for _, m := range random(p, rand.New(rand.NewPCG(seed, 1)), plies) {
		n = n.Add(m)
	}
	return r
}

// judge judges a game by random scores and lines of so many moves.
func judge(t testing.TB, g games.Game, r *record.Game, lines, length int) *review.Game {
	t.Helper()
	return judgeBy(t, review.StandardOf(g.Name), r, lines, length)
}

// judgeBy is judge by another standard.
func judgeBy(t testing.TB, s review.Standard, r *record.Game, lines, length int) *review.Game {
	t.Helper()
	n, err := review.Positions(r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Position()
	if err != nil {
		t.Fatal(err)
	}
	source := rand.New(rand.NewPCG(7, 7))
	var answers []nitoryu.Result
	moves := r.Moves()
	for i := range n {
		var answer nitoryu.Result
		for range lines {
			line := nitoryu.Line{Score: nitoryu.Score(source.IntN(900) - 450), Depth: 9}
			line.Moves = inside.WriteMoves(p, random(p.Clone(), source, length)...)
			answer.Lines = append(answer.Lines, line)
		}
		answers = append(answers, answer)
		if i < len(moves) {
			p.Do(p.ValidateMove(moves[i].ID()), nil)
		}
	}
	judged, err := review.Judge(r, review.Thoughts{Answers: answers}, s)
	if err != nil {
		t.Fatal(err)
	}
	return judged
}

// write returns the page of a game.
func write(t testing.TB, g *review.Game, w *review.Words) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, g, page.Options{Words: w, Engine: "Nitoryu"}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// data is what the script of a page gets, as far as tests look at it.
type data struct {
	Start string `json:"start"`
	Plies []struct {
		Delta   string   `json:"d"`
		Text    string   `json:"t"`
		Chance  *float64 `json:"w"`
		Comment string   `json:"c"`
		Say     string   `json:"a"`
		Remark  string   `json:"r"`
		Best    []int    `json:"b"`
		Reply   []int    `json:"y"`
		Find    [][]int  `json:"x"`
		Shapes  []struct {
			From   int    `json:"f"`
			To     int    `json:"t"`
			Colour string `json:"c"`
		} `json:"h"`
		Instead []struct {
			Hidden int         `json:"k"`
			Moves  [][3]string `json:"m"`
		} `json:"v"`
		Lines []struct {
			Score string      `json:"s"`
			Moves [][2]string `json:"m"`
		} `json:"l"`
	} `json:"plies"`
}

// dataOf reads the data of a page.
func dataOf(t testing.TB, text string) (d data) {
	t.Helper()
	_, rest, _ := strings.Cut(text, `<script type="application/json" id="data">`)
	content, _, found := strings.Cut(rest, "</script>")
	if !found {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal([]byte(content), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

var change = regexp.MustCompile(`(\d\d)(\+?[0-9A-Za-z.])`)

// play makes the changes of a delta.
func play(p board.Position, delta string) board.Position {
	p = append(board.Position(nil), p...)
	for _, c := range change.FindAllStringSubmatch(delta, -1) {
		place, _ := strconv.Atoi(c[1])
		p[place] = c[2]
	}
	return p
}

// shown returns a text as it stands in HTML.
func shown(text string) string { return html.EscapeString(text) }

// shelf returns the page about games.
func shelf(t testing.TB, o page.Options, all map[string]*review.Game, paths ...string) string {
	t.Helper()
	s := page.NewShelf(o)
	for _, path := range paths {
		g := all[path]
		of, err := games.ByName(g.Record.Rules.Name)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(path, g, words(of, o.Words.Language)); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
