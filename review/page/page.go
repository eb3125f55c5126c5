package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"

	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/web/board"
)

// Options say how a page is written.
type Options struct {
	Words  *review.Words // the language of the page, and its notation
	Engine string        // who judged, with its limits: "Nitoryu 0.2, 200,000 nodes a move"
	Book   opening.Book  // nil: no move is said to leave it
}

//go:embed *.html *.css *.js
var files embed.FS

// Write writes the page of a game. Nothing is written if that fails: without words, of a
// game without a record, or with moves that are not legal.
func Write(w io.Writer, g *review.Game, o Options) error {
	c, err := collect(g, o)
	if err != nil {
		return err
	}
	return execute(w, "page.html", c)
}

// check returns an error if a game cannot be shown.
func check(g *review.Game, o Options) error {
	switch {
	case o.Words == nil || o.Words.Write == nil || o.Words.Language >= review.Languages:
		return errors.New("a page needs the words of a language")
	case g == nil || g.Record == nil:
		return errors.New("a page needs a game with its record")
	case len(g.Chances) != len(g.Moves)+1:
		return fmt.Errorf("a game of %d moves has chances of %d positions", len(g.Moves), len(g.Chances))
	case len(g.Moves) > len(g.Record.Moves()):
		return errors.New("more moves are judged than the record has")
	}
	for _, chance := range g.Chances {
		if !(chance >= 0 && chance <= 100) {
			return fmt.Errorf("%v is no chance", chance)
		}
	}
	if _, known := board.For(g.Record.Rules.Name); !known {
		return fmt.Errorf("there is no board for %q", g.Record.Rules.Name)
	}
	return nil
}

// asset is a style sheet or script that stands in the page, which the page's policy allows
// by its hash.
type asset struct{ text string }

// load returns the assets with these names as one.
func load(names ...string) (a asset, err error) {
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return a, err
		}
		a.text += string(text)
	}
	return a, nil
}

// Hash returns the hash as policies name it.
func (a asset) Hash() string {
	sum := sha256.Sum256([]byte(a.text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Style returns the asset as an element.
func (a asset) Style() template.HTML { return template.HTML("<style>" + a.text + "</style>") }

// Script returns the asset as an element.
func (a asset) Script() template.HTML { return template.HTML("<script>" + a.text + "</script>") }

// sheet is what a template gets.
type sheet struct {
	Style, Script asset
	Content       any
}

// execute writes a page from its template, or nothing.
func execute(w io.Writer, name string, content any) error {
	t, err := template.ParseFS(files, "*.html")
	if err != nil {
		return err
	}
	s := sheet{Content: content}
	if s.Style, err = load("page.css"); err != nil {
		return err
	}
	s.Style.text += board.CSS
	scripts := []string{"theme.js", "sort.js"}
	if name == "page.html" {
		scripts[1] = "page.js"
	}
	if s.Script, err = load(scripts...); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, s); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
