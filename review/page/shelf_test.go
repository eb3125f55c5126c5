package page_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/review/page"
	"github.com/nitoryu/nitoryu/tests/browser"
)

// The games of a shelf.
const (
	sicilian = "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"60\"]\n\n" +
		"1. e4 {[%clk 0:00:50]} c5 {[%clk 0:00:15]} 2. Nf3 {[%clk 0:00:45]} d6 {[%clk 0:00:14]} 3. a3 {[%clk 0:00:44]} 1-0"
	najdorf = "[White \"Bob\"]\n[Black \"Ann\"]\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1/2-1/2"
	ranging = "先手：Ann\n後手：花子\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６六歩(67)\n   4 ８四歩(83)\n   5 ６八飛(28)\n   6 ６二銀(71)\n   7 ４八玉(59)\n   8 ４二玉(51)\n   9 ３八玉(48)\n  10 ３二玉(42)\n  11 ２八玉(38)\n  12 ５二金(61)\n  13 投了\n"
)

var (
	row  = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	mark = regexp.MustCompile(`<[^>]*>`)
)

// rows returns the rows of the table below a title, as texts with blanks between the cells.
func rows(text, title string) (all []string) {
	_, rest, _ := strings.Cut(text, "<h2>"+title+"</h2>")
	_, rest, _ = strings.Cut(rest, "<tbody>")
	rest, _, _ = strings.Cut(rest, "</tbody>")
	for _, r := range row.FindAllStringSubmatch(rest, -1) {
		all = append(all, strings.Join(strings.Fields(html.UnescapeString(mark.ReplaceAllString(r[1], " "))), " "))
	}
	return all
}

// mixed returns a shelf of two games of chess and one of shogi, in which every move of First
// is a blunder and every one of Second the best.
func mixed(t *testing.T, language review.Language) string {
	t.Helper()
	all := map[string]*review.Game{}
	for path, text := range map[string]string{"a.html": sicilian, "b.html": najdorf, "c.html": ranging} {
		r := read(t, text)
		of, err := games.ByName(r.Rules.Name)
		if err != nil {
			t.Fatal(err)
		}
		g := judge(t, of, r, 1, 1)
		g.Begins = [review.Phases]int{0, 4, -1}
		for c := range g.Players {
			p := &g.Players[c]
			p.Accuracy = []float64{20, 100}[c]
		}
		for i := range g.Moves {
			m := &g.Moves[i]
			m.Judgement, m.Loss = review.Blunder, 30
			if m.Side == 1 {
				m.Judgement, m.Loss = review.Best, 0
			}
		}
		all[path] = g
	}
	o := page.Options{Words: words(games.Chess(), language), Engine: "E"}
	return shelf(t, o, all, "a.html", "b.html", "c.html")
}

// The totals of a shelf are those of its games.
func TestShelf(t *testing.T) {
	text := mixed(t, review.English)
	for _, test := range []struct {
		title string
		want  []string
	}{
		{"Games: 3", []string{
			"Ann Bob B50 Sicilian Defence: Modern Variations 1–0 3 20.0% 100.0%", "Bob Ann B90 Sicilian Defence: Najdorf Variation ½–½ 5", "Ann 花子 Fourth-file Rook Gote wins 12",
		}},
		{"By player", []string{"Ann 3 1.5/3 48.6% 19.3% 0 0 9", "Bob 2 0.5/2 42.9% 21.4% 0 0 5", "花子 1 1/1 100.0% 0.0% 0 0 0"}},
		{"By opening", []string{"Sicilian Defence 2 1.5/2 30.0% 0.0% 7.0", "Fourth-file Rook 1 0/1 30.0% 0.0% 12.0"}},
		{"By side", []string{"White 2 1.5/2 20.0% 30.0% 0 0 8", "Sente 1 0/1 20.0% 30.0% 0 0 6", "Black 2 0.5/2 100.0% 0.0% 0 0 0", "Gote 1 1/1 100.0% 0.0% 0 0 0"}},
		{"By phase", []string{"opening 50.0 15.0% 0 0 6 12", "middlegame 53.3 16.0% 0 0 8 15"}},
		{"By time left", []string{"0:00–0:20 0.0 0.0% 0 0 0 1", "0:20–1:00 100.0 30.0% 0 0 2 2", "1:00–3:00 50.0 15.0% 0 0 1 2"}},
		{"By time used for the move", []string{"0:00–0:03 50.0 15.0% 0 0 1 2", "0:03–0:10 100.0 30.0% 0 0 1 1", "0:10–0:30 100.0 30.0% 0 0 1 1", "0:30–2:00 0.0 0.0% 0 0 0 1"}},
	} {
		got := rows(text, test.title)
		for i, want := range test.want {
			if i >= len(got) || !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: row %d of\n%q is not\n%q", test.title, i, got, want)
			}
		}
		if len(got) != len(test.want) {
			t.Errorf("%s has %d rows, want %d", test.title, len(got), len(test.want))
		}
	}
	for _, want := range []string{`href="./a.html#find0"`, "B90 Sicilian Defence: Najdorf Variation"} {
		if !strings.Contains(text, want) {
			t.Errorf("the shelf lacks %s", want)
		}
	}
}

// What was left when a move began is without the increment that the move earned.
func TestTimeLeft(t *testing.T) {
	r := read(t, "[TimeControl \"60+10\"]\n\n1. e4 {[%clk 0:00:15]} e5 {[%clk 0:01:08]} 2. Nf3 {[%clk 0:00:16]} Nc6 {[%clk 0:00:55]} *")
	g := judge(t, games.Chess(), r, 1, 1)
	for i := range g.Moves {
		g.Moves[i].Judgement = review.Good
	}
	text := shelf(t, page.Options{Words: words(games.Chess(), review.English)}, map[string]*review.Game{"a": g}, "a")
	var got []string
	for _, row := range rows(text, "By time left") {
		fields := strings.Fields(row)
		got = append(got, fields[0]+" "+fields[len(fields)-1])
	}
	if want := []string{"0:00–0:20 1", "1:00–3:00 3"}; !slices.Equal(got, want) {
		t.Errorf("the moves by time left are %q, want %q", got, want)
	}
}

// A head of a table sorts its rows, and turns them around.
func TestSorting(t *testing.T) {
	b := browser.Start(t).NewPage()
	b.In(t)
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, []byte(mixed(t, review.Japanese)), 0o644); err != nil {
		t.Fatal(err)
	}
	b.Visit("file://" + file)
	for _, test := range []struct {
		table, head int
		want        string
	}{
		{0, 1, "1–0 ½–½ 後手の勝ち"}, {0, 1, "後手の勝ち ½–½ 1–0"}, {0, 2, "後手の勝ち ½–½ 1–0"}, {0, 2, "1–0 ½–½ 後手の勝ち"},
		{1, 3, "1/1 1.5/3 0.5/2"}, {1, 0, "1.5/3 0.5/2 1/1"},
	} {
		var got string
		b.Run(nil, `document.querySelectorAll(".sortable")[%d].querySelectorAll("thead button")[%d].click()`, test.table, test.head)
		column := 1 + test.table
		b.Run(&got, `[...document.querySelectorAll(".sortable")[%d].tBodies[0].rows].map(r => r.cells[%d].textContent).join(" ")`, test.table, column)
		if got != test.want {
			t.Errorf("table %d, sorted by column %d: %s, want %s", test.table, test.head, got, test.want)
		}
	}
}
