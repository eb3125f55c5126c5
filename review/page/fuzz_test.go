package page_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/review/page"
)

var (
	tag   = regexp.MustCompile(`<[^<]*`)
	value = regexp.MustCompile(`"[^"]*"`)
)

// skeleton returns the tags of a page in their order, with the names of their attributes:
// what is left when texts and values are taken away.
func skeleton(page string) string {
	var b strings.Builder
	page, _, _ = strings.Cut(page, "<script>") // its own script is the same in all pages
	_, page, _ = strings.Cut(page, "</style>")
	for _, t := range tag.FindAllString(page, -1) {
		t = value.ReplaceAllString(t, `""`)
		end := strings.IndexByte(t, '>')
		b.WriteString(t[:end+1] + "\n")
	}
	return b.String()
}

// pages returns a page and an index of a game with these texts in it.
func pages(t *testing.T, name, event, comment, engine, path string) (game, index string) {
	t.Helper()
	r := newGame(t, games.Chess(), "", core.Settings{}, "f2f3", "e7e5")
	// Different names must not become one when they are made harmless: there is a row for each.
	r.SetPlayer(core.First, name+"1")
	r.SetPlayer(core.Second, event+"2")
	for _, tag := range []string{record.TagEvent, record.TagSite, record.TagDate, record.TagOpening, record.TagTimeControl} {
		r.Tags.Set(tag, event)
	}
	r.Root.Comments = []string{comment}
	r.Root.Main().Comments = []string{comment}
	g := judge(t, games.Chess(), r, 1, 2)
	o := page.Options{Words: words(games.Chess(), review.English), Engine: engine}
	var a bytes.Buffer
	if err := page.Write(&a, g, o); err != nil {
		t.Fatal(err)
	}
	return a.String(), shelf(t, o, map[string]*review.Game{path: g}, path)
}

// Whatever names and comments a record holds, they remain texts: the page has the same
// elements and attributes as with harmless ones, and its data can be read.
func FuzzWrite(f *testing.F) {
	for _, hostile := range []string{
		"Anna", `</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onload='x`, "<!--", "]]>", "{{.}}", "${x}", "`", "\\", "\x00\xff", "&lt;", "\u2028",
	} {
		f.Add(hostile, hostile, hostile, hostile, hostile)
	}
	f.Add("javascript:x", "a", "b", "c", "javascript:x")
	harmless := strings.NewReplacer("<", "x", ">", "x", `"`, "x", "'", "x", "&", "x", "`", "x", "/", "x", "=", "x", "\\", "x", "!", "x", "{", "x", "$", "x")
	f.Fuzz(func(t *testing.T, name, event, comment, engine, path string) {
		game, index := pages(t, name, event, comment, engine, path)
		plain, plainIndex := pages(t, harmless.Replace(name), harmless.Replace(event), harmless.Replace(comment), harmless.Replace(engine), harmless.Replace(path))
		if skeleton(game) != skeleton(plain) {
			t.Errorf("the page has other elements than with %q\n%s", harmless.Replace(name), game)
		}
		if skeleton(index) != skeleton(plainIndex) {
			t.Errorf("the index has other elements\n%s", index)
		}
		if d := dataOf(t, game); len(d.Plies) != 3 {
			t.Errorf("the data has %d positions", len(d.Plies))
		}
	})
}
