package bookpage_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/bookpage"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/tests/must"
)

// line is moves from the start and the score of the last one.
type line struct {
	moves string
	score core.Score
}

// treeOf returns a book of scored moves and of games that First won.
func treeOf(t testing.TB, g games.Game, lines []line, won ...string) *book.Tree {
	t.Helper()
	tree := book.NewTree(g.Rules, core.Settings{})
	play := func(moves string, visit func(p core.Position, m core.Move, last bool) error) {
		p, words := g.Start(core.Settings{}), strings.Fields(moves)
		for i, word := range words {
			m, err := p.ParseMove(word)
			if err == nil {
				err = visit(p, m, i == len(words)-1)
			}
			must.OK(t, err)
			p.Do(m, nil)
		}
	}
	for _, l := range lines {
		play(l.moves, func(p core.Position, m core.Move, last bool) error {
			if !last {
				return nil
			}
			return tree.Score(p, m, l.score, 9)
		})
	}
	for _, moves := range won {
		play(moves, func(p core.Position, m core.Move, _ bool) error {
			return tree.Add(book.Played{Position: p, Move: m, Result: 1})
		})
	}
	tree.Backup(0)
	return tree
}

var (
	chessLines = []line{{"e2e4", 30}, {"g1f3", 20}, {"e2e4 e7e5", -30}, {"g1f3 g8f6", 0}, {"g1f3 g8f6 f3g1", -10}, {"g1f3 g8f6 f3g1 f6g8", 0}}
	shogiLines = []line{{"7g7f", 40}, {"7g7f 3c3d", -40}, {"7g7f 3c3d 8h2b+", 10}, {"7g7f 3c3d 8h2b+ 3a2b", -10}, {"2g2f", core.WinIn(9)}}
)

func pageOf(t testing.TB, c *bookpage.Config) *bookpage.Page {
	t.Helper()
	if c.Root == nil {
		c.Root = c.Game.Start(core.Settings{})
	}
	p, err := bookpage.New(c)
	must.OK(t, err)
	return p
}

// Transpositions and repetitions lead to the same position.
func TestGraph(t *testing.T) {
	p := pageOf(t, &bookpage.Config{
		Book: treeOf(t, games.Chess(), chessLines), Game: games.Chess(), Positions: 100,
		Games: treeOf(t, games.Chess(), nil, "e2e4 e7e5", "e2e4 c7c5"),
	})
	nodes := p.Data.Nodes
	if len(nodes) != 6 || p.Cut {
		t.Fatalf("%d positions, cut %v", len(nodes), p.Cut)
	}
	best := nodes[0].Moves[0]
	if best.Text != "e4" || best.USI != "e2e4" || *best.Score != 30 || *best.Chance <= 500 || best.Games == nil || *best.Games != [3]int64{2, 0, 0} {
		t.Errorf("the best move is %+v", best)
	}
	if reply := nodes[best.To].Moves[0]; *reply.Games != [3]int64{0, 0, 1} || *reply.Chance >= 500 {
		t.Errorf("the reply is %+v", reply)
	}
	// 1.Nf3 Nf6 2.Ng1 Ng8 leads back to the start.
	at := 0
	for _, move := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
		for _, m := range nodes[at].Moves {
			if m.USI == move {
				at = m.To
				break
			}
		}
	}
	if at != 0 {
		t.Errorf("the repetition ends at position %d", at)
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		most, want int
		cut        bool
	}{{6, 6, false}, {5, 5, true}, {1, 1, true}, {0, 1, true}} {
		p := pageOf(t, &bookpage.Config{Book: treeOf(t, games.Chess(), chessLines), Game: games.Chess(), Positions: test.most})
		if len(p.Data.Nodes) != test.want || p.Cut != test.cut {
			t.Errorf("of at most %d positions there are %d, cut %v", test.most, len(p.Data.Nodes), p.Cut)
		}
		var out bytes.Buffer
		if err := p.Write(&out); err != nil || strings.Contains(out.String(), "more positions than this page") != test.cut {
			t.Errorf("at most %d: the page does not say whether it is cut, error %v", test.most, err)
		}
	}
}

func TestAnotherGame(t *testing.T) {
	b := treeOf(t, games.Chess(), chessLines)
	if _, err := bookpage.New(&bookpage.Config{Book: b, Game: games.Shogi(), Root: games.Shogi().Start(core.Settings{})}); err == nil {
		t.Error("a book of chess is drawn as one of shogi")
	}
	c := &bookpage.Config{Book: b, Game: games.Chess(), Root: games.Chess().Start(core.Settings{}), Games: treeOf(t, games.Shogi(), shogiLines)}
	if _, err := bookpage.New(c); err == nil {
		t.Error("results of games of shogi in a book of chess")
	}
}

// Moves that a book has in vain are an error beside a page.
func TestIllegalMoves(t *testing.T) {
	const file = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f none 0 0 1\n1a1b none 0 0 1\n"
	b, err := book.OpenReader(strings.NewReader(file), int64(len(file)), "x.db", book.Options{})
	must.OK(t, err)
	p, err := bookpage.New(&bookpage.Config{Book: b, Game: games.Shogi(), Root: games.Shogi().Start(core.Settings{}), Positions: 9})
	if found := new(book.IllegalMovesError); !errors.As(err, &found) || p == nil || len(p.Data.Nodes[0].Moves) != 1 {
		t.Errorf("error %v, page %+v", err, p)
	}
}

// The page asks no server, and what a book's name has does not become markup.
func TestPage(t *testing.T) {
	p := pageOf(t, &bookpage.Config{Book: treeOf(t, games.Shogi(), shogiLines), Game: games.Shogi(), Positions: 100})
	p.Name = "</script><script>alert(1)"
	var out bytes.Buffer
	must.OK(t, p.Write(&out))
	text := out.String()
	for _, bad := range []string{"http:", "https:", " src=", "@import", "url(", "<link", "fetch(", "</script><script>"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	must.Has(t, text, "prefers-color-scheme: dark", "width=device-width", "max-width: 820px", "<noscript>", "▲７六歩")
	data := regexp.MustCompile(`const book = (.*);\n`).FindStringSubmatch(text)
	var back bookpage.Data
	if data == nil || json.Unmarshal([]byte(data[1]), &back) != nil || len(back.Nodes) != len(p.Data.Nodes) {
		t.Error("the data of the page cannot be read")
	}
}

// The script of the page, run by Node.js with as much of a browser as it needs.
func TestScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	tests := []struct {
		game  games.Game
		lines []line
		won   []string
		want  []string
		board string // the texts on it
	}{
		{games.Chess(), chessLines, []string{"e2e4 e7e5"}, []string{
			"== start\n  ▸|1. e4|+30 · chance 5", "games 100.0 % of 1\n  ▸|1. Nf3|",
			"== selected\n  ▸|1. e4|", "line: Start 1. e4\nposition: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq",
			"== keys\n  ▾|1. e4|", "    |1... e5|-30 · ", "line: Start 1. e4 1... e5\n",
			"== repeats\n|2... Ng8|",
		}, "♜♞♝♛♚♝♞♜8♟♟♟♟♟♟♟♟765♟43♟♟♟♟♟♟♟2♜♞♝♛♚♝♞♜1abcdefgh"},
		{games.Shogi(), shogiLines, nil, []string{
			"▸|▲７六歩|7g7f · ", "|▲２六歩|2g2f · mate in 9 plies", "position: lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2",
			"== taken back\n△同銀",
		}, "９８７６５４３２１香桂銀金玉金銀桂香一飛角二歩歩歩歩歩歩歩歩歩三四五歩六歩歩歩歩歩歩歩歩七角飛八香桂銀金王金銀桂香九△ なし▲ なし"},
	}
	for _, test := range tests {
		t.Run(test.game.Name, func(t *testing.T) {
			p := pageOf(t, &bookpage.Config{
				Book: treeOf(t, test.game, test.lines), Game: test.game, Positions: 100, Games: treeOf(t, test.game, nil, test.won...),
			})
			path := filepath.Join(t.TempDir(), "page.html")
			var page bytes.Buffer
			must.OK(t, errors.Join(p.Write(&page), os.WriteFile(path, page.Bytes(), 0o666)))
			out, err := exec.Command(node, "testdata/dom.js", path).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			got := strings.ReplaceAll(string(out), "\ufe0e", "")
			must.Has(t, got, append(test.want, "== board\n"+test.board+"\n")...)
			svg := must.Read(t, path+".svg")
			for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("the board is not SVG: %v", err)
				}
			}
		})
	}
}

func Example() {
	b := book.NewTree(games.Chess().Rules, core.Settings{})
	p := games.Chess().Start(core.Settings{})
	m, err := p.ParseMove("e2e4")
	if err == nil {
		err = b.Score(p, m, 30, 12)
	}
	if err != nil {
		return
	}
	page, err := bookpage.New(&bookpage.Config{Book: b, Game: games.Chess(), Root: p, Positions: 1000})
	if err != nil {
		return
	}
	for _, m := range page.Data.Nodes[0].Moves {
		fmt.Println(m.Text, *m.Score, page.Data.Nodes[m.To].Position)
	}
	// Output:
	// e4 30 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
}
