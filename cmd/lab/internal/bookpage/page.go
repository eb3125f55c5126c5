package bookpage

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/report"
	"github.com/nitoryu/nitoryu/record"
)

//go:embed page.html
var content string

// Config says what to draw.
type Config struct {
	Book  book.Book
	Game  games.Game
	Root  core.Position // the tree grows from here
	Games *book.Tree    // games whose results are shown; nil: none
	// Positions is how many positions are drawn at most, first the ones that take the fewest
	// moves.
	Positions int
}

// Page is what the page shows.
type Page struct {
	Name  string // of the book's file
	Facts []report.Fact
	Cut   bool // there are more positions
	Data  Data
}

// Data is what the script of the page gets.
type Data struct {
	Game  string     `json:"game"`
	Win   core.Score `json:"win"`   // scores from here on are mates
	Mate  core.Score `json:"mate"`  // the score of a mate is Mate less the plies to it
	Nodes []Node     `json:"nodes"` // the root first
}

// Node is a position.
type Node struct {
	Position string `json:"p"` // FEN or SFEN
	Moves    []Move `json:"m,omitempty"`
}

// Move is a move of the book. Results are from the view of the side that moves.
type Move struct {
	Text   string      `json:"t"` // SAN, or as people in Japan write it
	USI    string      `json:"u"` // in protocol notation
	To     int         `json:"n"` // index of the position after it; -1: not drawn
	Share  int         `json:"w"` // permille of the weights of the position
	Count  int         `json:"c,omitempty"`
	Score  *core.Score `json:"s,omitempty"`
	Depth  int         `json:"d,omitempty"`
	Chance *int        `json:"e,omitempty"` // permille of a point that the score promises
	Games  *[3]int64   `json:"g,omitempty"` // won, drawn, lost
}

// New collects what the page shows. An [book.IllegalMovesError] comes with a valid page.
func New(c *Config) (*Page, error) {
	info := c.Book.Info()
	if c.Game.Name != info.Game {
		return nil, fmt.Errorf("%s: is a book of %s, not of %s", info.File, info.Game, c.Game.Name)
	}
	w := &walker{Config: c, keys: book.NewTree(c.Game.Rules, core.Settings{}), index: map[string]int{}}
	w.page = &Page{Name: filepath.Base(info.File), Data: Data{Game: c.Game.Name, Win: core.WinBound, Mate: core.Mate}}
	w.node(c.Root)
	moves, last := 0, 0
	for i := 0; i < len(w.queue); i++ {
		if err := w.expand(i); err != nil {
			return nil, err
		}
		if n := len(w.page.Data.Nodes[i].Moves); n > 0 {
			moves += n
			last = max(last, w.queue[i].Plies()-c.Root.Plies()+1)
		}
		w.queue[i] = nil // the memory of a position is needed no more
	}
	known := 0
	for i := range w.page.Data.Nodes {
		if len(w.page.Data.Nodes[i].Moves) > 0 {
			known++
		}
	}
	w.page.Facts = []report.Fact{
		{Name: "Format", Value: info.Format},
		{Name: "Positions with moves", Value: strconv.Itoa(known)},
		{Name: "Moves", Value: strconv.Itoa(moves)},
		{Name: "Longest line", Value: strconv.Itoa(last), Note: "plies"},
	}
	if w.bad != nil {
		return w.page, w.bad
	}
	return w.page, nil
}

// Write writes the page.
func (p *Page) Write(to io.Writer) error { return report.HTML(to, content, p) }

// walker visits the positions of a book, the nearest first.
type walker struct {
	*Config
	page  *Page
	keys  *book.Tree // an empty tree, for its keys
	index map[string]int
	queue []core.Position // of the nodes
	bad   error
}

// node returns the index of a position, or -1 if there is no room for it.
func (w *walker) node(p core.Position) int {
	key := w.keys.Key(p)
	if i, known := w.index[key]; known {
		return i
	}
	if len(w.queue) > 0 && len(w.queue) >= w.Positions {
		w.page.Cut = true
		return -1
	}
	i := len(w.queue)
	w.index[key] = i
	w.queue = append(w.queue, p)
	w.page.Data.Nodes = append(w.page.Data.Nodes, Node{Position: p.String()})
	return i
}

// expand fills in the moves of a node.
func (w *walker) expand(i int) error {
	p := w.queue[i]
	moves, err := w.Book.Moves(p, nil)
	if ignored := new(book.IllegalMovesError); errors.As(err, &ignored) {
		if w.bad == nil {
			w.bad = err
		}
	} else if err != nil {
		return err
	}
	played, err := w.results(p)
	if err != nil {
		return err
	}
	total := 0
	for _, m := range moves {
		total += m.Weight
	}
	phase := w.Game.Chances.PhaseOf(p)
	for _, m := range moves {
		drawn := Move{Text: record.People(true)(p, m.Move, core.NoMove), USI: p.FormatMove(m.Move), Count: m.Count, Depth: m.Depth, Games: played[m.Move.ID()]}
		if total > 0 {
			drawn.Share = int(int64(m.Weight) * 1000 / int64(total))
		}
		if score := m.Score; m.HasScore() {
			win, draw, _ := w.Game.Chances.WDL(score, phase)
			chance := win + draw/2
			drawn.Score, drawn.Chance = &score, &chance
		}
		after := p.Clone()
		after.Do(m.Move, nil)
		drawn.To = w.node(after)
		w.page.Data.Nodes[i].Moves = append(w.page.Data.Nodes[i].Moves, drawn)
	}
	return nil
}

// results returns how games went after the moves of a position.
func (w *walker) results(p core.Position) (map[core.MoveID]*[3]int64, error) {
	if w.Games == nil {
		return nil, nil
	}
	results, err := w.Games.Results(p)
	if err != nil {
		return nil, err
	}
	all := map[core.MoveID]*[3]int64{}
	for _, r := range results {
		if r.Wins+r.Draws+r.Losses > 0 {
			all[r.Move] = &[3]int64{r.Wins, r.Draws, r.Losses}
		}
	}
	return all, nil
}
