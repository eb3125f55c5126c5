package page

import (
	"fmt"
	"html/template"
	"io"
	"net/url"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// Entry is a page in an index.
type Entry struct {
	Path string // relative to the index
	Game *review.Game
}

// Index writes a page that lists others. Nothing is written if that fails.
func Index(w io.Writer, entries []Entry, o Options) error {
	l := listing{Engine: o.Engine}
	if o.Words != nil && o.Words.Language < review.Languages {
		l.T = &textsOf[o.Words.Language]
	}
	for i, e := range entries {
		if err := check(e.Game, o); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		c := &content{T: l.T, words: o.Words, game: e.Game, paired: e.Game.Record.Rules.Name == "chess"}
		if err := c.complete(); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		tags := e.Game.Record.Tags
		d := listed{Link: link(e.Path), Result: c.result(e.Game.Record.Result), Moves: len(e.Game.Record.Moves()), Shogi: !c.paired}
		if c.paired {
			d.Moves = (d.Moves + 1) / 2
		}
		for _, tag := range []string{record.TagDate, record.TagStartTime} {
			if value := tags.Get(tag); known(value) && d.Date == "" {
				d.Date = value
			}
		}
		if value := tags.Get(record.TagEvent); known(value) {
			d.Event = value
		}
		for i := range d.Players {
			d.Players[i] = c.player(core.Color(i))
		}
		d.Line = template.HTMLAttr(`points="` + curve(c.chances, 100, 24) + `"`)
		d.Graph = fmt.Sprintf(c.T.Graph, c.words.Sides[0])
		l.Games = append(l.Games, d)
	}
	if l.T == nil {
		l.T = &textsOf[review.English]
	}
	return execute(w, "index.html", &l)
}

// listing is what the template of an index gets.
type listing struct {
	T      *texts
	Engine string
	Games  []listed
}

// listed is a game in an index.
type listed struct {
	Link                       string
	Players                    [2]player
	Result, Date, Event, Graph string
	Moves                      int
	Shogi                      bool
	Line                       template.HTMLAttr
}

// link returns a path as a link that stays within the folder's site: no part of it is
// taken for a scheme or a host.
func link(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	return "./" + strings.TrimPrefix((&url.URL{Path: "/" + strings.TrimLeft(path, "/")}).EscapedPath(), "/")
}
