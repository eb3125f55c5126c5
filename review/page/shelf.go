package page

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// Shelf is a page about many games: a list with links to the page of each, what all of them
// come to by player, opening, side, phase and clock, and the mistakes from which most is to be
// learnt. It keeps only what it shows of a game.
type Shelf struct {
	options Options
	t       *texts
	games   []listed
	mixed   bool // games of several kinds
	kind    string
	totals  [groups]totals
	found   []exercise
}

// The totals of a shelf.
const (
	byPlayer = iota
	byOpening
	bySide
	byPhase
	byClock
	byTime
	groups
)

// listed is a game in the list.
type listed struct {
	Link                       string
	Players                    [2]player
	Result, Date, Event, Graph string
	Opening                    string
	Points, Moves              int // points of First, in halves; -1: not finished
	Shogi                      bool
	Line                       template.HTMLAttr
}

// exercise is a mistake from which something is to be learnt.
type exercise struct {
	Link, Game, Move, Glyph, Class string
	Lost                           float64
}

// mostExercises is how many are listed.
const mostExercises = 60

// totals are sums by some key, in the order in which the keys came.
type totals struct {
	rows  []*total
	index map[string]*total
}

// total is a sum over moves of some games.
type total struct {
	name   string
	order  int // of rows that have one
	games  int
	ended  int
	points float64 // of the side in the row, of openings First
	moves  int
	loss   float64
	sides  [2]struct { // of openings
		moves int
		loss  float64
	}
	accuracy float64 // sum over moves of the accuracy of their game
	bad      [review.Blunder + 1]int
	known    int // sum of the moves that the table of openings knows
}

func (t *totals) of(name string, order int) *total {
	if t.index == nil {
		t.index = map[string]*total{}
	}
	sum := t.index[name]
	if sum == nil {
		sum = &total{name: name, order: order}
		t.index[name] = sum
		t.rows = append(t.rows, sum)
	}
	return sum
}

// move adds a move that was judged.
func (t *total) move(m *review.Move) {
	t.moves++
	t.loss += m.Loss
	t.bad[m.Judgement]++
	t.sides[m.Side&1].moves++
	t.sides[m.Side&1].loss += m.Loss
}

// game adds a game with a result for a side.
func (t *total) game(r record.Result, side core.Color) {
	t.games++
	switch winner, won := r.Winner(); {
	case won && winner == side:
		t.points++
		t.ended++
	case won:
		t.ended++
	case r == record.Draw:
		t.points += .5
		t.ended++
	}
}

// NewShelf returns a page without games, in the language of the words, which are used for
// nothing else.
func NewShelf(o Options) *Shelf {
	s := &Shelf{options: o, t: &textsOf[review.English]}
	if o.Words != nil && o.Words.Language < review.Languages {
		s.t = &textsOf[o.Words.Language]
	}
	return s
}

// Add adds a game that has a page at path, relative to the shelf. Words are its own, in the
// language of the shelf.
func (s *Shelf) Add(path string, g *review.Game, w *review.Words) error {
	if err := check(g, Options{Words: w}); err != nil {
		return err
	}
	c := &content{T: s.t, words: w, game: g, paired: g.Record.Rules.Name == "chess"}
	start, err := g.Record.Position()
	if err == nil {
		c.offset = start.Plies()
		err = c.complete()
	}
	if err != nil {
		return err
	}
	name := opening.NameOf(start, g.Record.Moves(), s.options.Book)
	d := s.list(c, path, name)
	s.mixed = s.mixed || s.kind != "" && s.kind != g.Record.Rules.Name
	s.kind = g.Record.Rules.Name
	s.games = append(s.games, d)
	s.sum(c, name)
	return s.learn(c, &d)
}

// list returns the game as it stands in the list.
func (s *Shelf) list(c *content, path string, name opening.Name) listed {
	tags := c.game.Record.Tags
	d := listed{Link: link(path), Result: c.result(c.game.Record.Result), Moves: len(c.moves), Shogi: !c.paired, Opening: named(name, s.japanese())}
	if c.paired {
		d.Moves = (d.Moves + 1) / 2
	}
	d.Points = -1
	if winner, won := c.game.Record.Result.Winner(); won {
		d.Points = 2 - 2*int(winner)
	} else if c.game.Record.Result == record.Draw {
		d.Points = 1
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
	return d
}

// named returns the name of an opening with its code.
func named(n opening.Name, japanese bool) string {
	return strings.TrimSpace(n.Code + " " + n.In(japanese))
}

func (s *Shelf) japanese() bool { return s.t.Lang == "ja" }

// sum adds a game to the totals.
func (s *Shelf) sum(c *content, name opening.Name) {
	g := c.game
	var ofSide, ofPlayer [2]*total
	for side := range core.Color(2) {
		if !c.judges(side) {
			continue
		}
		ofSide[side] = s.totals[bySide].of(c.words.Sides[side], int(side))
		sums := []*total{ofSide[side]}
		if player := g.Players[side].Name; player != "" {
			ofPlayer[side] = s.totals[byPlayer].of(player, 0)
			sums = append(sums, ofPlayer[side])
		}
		for _, sum := range sums {
			sum.game(g.Record.Result, side)
			sum.accuracy += g.Players[side].Accuracy * float64(g.Players[side].Moves)
		}
	}
	family := name.Family.In(s.japanese())
	if family == "" {
		family = s.t.Unnamed
	}
	ofOpening := s.totals[byOpening].of(family, 0)
	ofOpening.game(g.Record.Result, core.First)
	ofOpening.known += name.Known
	for i := range c.moves {
		m := &c.moves[i]
		if m.Judgement == review.Unjudged {
			continue
		}
		phase := review.Opening
		for p := review.Opening; p < review.Phases; p++ {
			if begin := g.Begins[p]; begin >= 0 && begin <= i {
				phase = p
			}
		}
		sums := []*total{ofSide[m.Side&1], ofPlayer[m.Side&1], ofOpening, s.totals[byPhase].of(c.words.Phase(phase), int(phase))}
		if m.Clock.Known && c.begins[i].Known { // without the first, only the time control tells
			sums = append(sums, s.bucket(byClock, c.begins[i].Duration))
		}
		if m.Spent.Known {
			sums = append(sums, s.bucket(byTime, m.Spent.Duration))
		}
		for _, sum := range sums {
			if sum != nil {
				sum.move(m)
			}
		}
	}
}

// limits are where the rows of times begin.
var limits = [groups][]time.Duration{
	byClock: {0, 20 * time.Second, time.Minute, 3 * time.Minute, 10 * time.Minute, 30 * time.Minute},
	byTime:  {0, 3 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute},
}

// bucket returns the total for a time.
func (s *Shelf) bucket(group int, d time.Duration) *total {
	at := 0
	for i, limit := range limits[group] {
		if d >= limit {
			at = i
		}
	}
	text := clock(record.Known(limits[group][at])) + "–"
	if at+1 < len(limits[group]) {
		text += clock(record.Known(limits[group][at+1]))
	}
	return s.totals[group].of(text, at)
}

// learn lists the mistakes of a game.
func (s *Shelf) learn(c *content, d *listed) error {
	err := c.game.Each(func(p core.Position, m *review.Move) {
		if !m.Teaches() {
			return
		}
		s.found = append(s.found, exercise{
			Link: fmt.Sprintf("%s#find%d", d.Link, m.Ply), Game: d.Players[0].Name + " – " + d.Players[1].Name,
			Move: c.place(m.Ply) + c.words.Write(p, m.Move, core.NoMove), Glyph: m.Sign(), Class: class(m), Lost: m.Loss,
		})
	})
	slices.SortStableFunc(s.found, func(a, b exercise) int { return cmp.Compare(b.Lost, a.Lost) })
	s.found = s.found[:min(len(s.found), mostExercises)]
	return err
}

// table is a table of totals.
type table struct {
	Title, Note string
	Heads       []string
	Rows        [][]value
}

// value is a cell: what it says and what it is sorted by.
type value struct {
	Text string
	Sort float64
	Bar  float64 // 0 to 100; 0: none
}

func number(format string, x float64) value { return value{Text: fmt.Sprintf(format, x), Sort: x} }

// tables returns the totals as tables, without those that say nothing.
func (s *Shelf) tables() (list []table) {
	t := s.t
	titles := [groups]string{t.ByPlayer, t.ByOpening, t.BySide, t.ByPhase, t.ByClock, t.ByTime}
	firsts := [groups]string{t.Player, t.Opening, t.Side, t.Phase, t.Left, t.Spent}
	for group := range groups {
		sums := s.totals[group].rows
		if len(sums) == 0 || group == byOpening && len(sums) == 1 && sums[0].name == t.Unnamed {
			continue
		}
		slices.SortStableFunc(sums, func(a, b *total) int {
			if group <= byOpening {
				return cmp.Compare(b.games, a.games)
			}
			return cmp.Compare(a.order, b.order)
		})
		d := table{Title: titles[group], Heads: []string{firsts[group]}}
		switch group {
		case byOpening:
			d.Heads, d.Note = append(d.Heads, t.Count, t.Points, t.LossFirst, t.LossSecond, t.KnownMoves), t.OpeningHelp
		case byPlayer, bySide:
			d.Heads = append(d.Heads, t.Count, t.Points, t.Accuracy, t.Loss, "?!", "?", "??")
		default:
			d.Heads = append(d.Heads, t.Rate, t.Loss, "?!", "?", "??", t.Played)
			d.Note = t.RateHelp
		}
		most := 0.0
		for _, sum := range sums {
			most = max(most, sum.rate())
		}
		for _, sum := range sums {
			d.Rows = append(d.Rows, sum.row(group, most))
		}
		list = append(list, d)
	}
	return list
}

// rate is how many of a hundred moves were mistakes or worse.
func (t *total) rate() float64 {
	return 100 * float64(t.bad[review.Mistake]+t.bad[review.Blunder]) / float64(max(1, t.moves))
}

// row returns a total as a row; most is the largest rate of its table.
func (t *total) row(group int, most float64) []value {
	mean := func(sum float64, n int) value {
		if n == 0 {
			return value{Text: "–", Sort: -1}
		}
		return value{Text: percent(sum / float64(n)), Sort: sum / float64(n)}
	}
	row := []value{{Text: t.name, Sort: float64(t.order)}}
	points := value{Text: fmt.Sprintf("%g/%d", t.points, t.ended), Sort: t.points / max(1, float64(t.ended))}
	var bad []value
	for _, n := range []int{t.bad[review.Inaccuracy] + t.bad[review.Dubious], t.bad[review.Mistake], t.bad[review.Blunder]} {
		bad = append(bad, number("%.0f", float64(n)))
	}
	switch group {
	case byOpening:
		return append(row, number("%.0f", float64(t.games)), points, mean(t.sides[0].loss, t.sides[0].moves), mean(t.sides[1].loss, t.sides[1].moves),
			number("%.1f", float64(t.known)/float64(max(1, t.games))))
	case byPlayer, bySide:
		row = append(row, number("%.0f", float64(t.games)), points, mean(t.accuracy, t.moves), mean(t.loss, t.moves))
		return append(row, bad...)
	}
	rate := number("%.1f", t.rate())
	rate.Bar = 100 * t.rate() / max(most, 1e-9)
	row = append(append(row, rate, mean(t.loss, t.moves)), bad...)
	return append(row, number("%.0f", float64(t.moves)))
}

// Write writes the page. Nothing is written if that fails.
func (s *Shelf) Write(w io.Writer) error {
	return execute(w, "index.html", &struct {
		T         *texts
		Engine    string
		Games     []listed
		Tables    []table
		Exercises []exercise
	}{s.t, s.options.Engine, s.games, s.tables(), s.found})
}

// link returns a path as a link that stays within the folder's site: no part of it is
// taken for a scheme or a host.
func link(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	return "./" + strings.TrimPrefix((&url.URL{Path: "/" + strings.TrimLeft(path, "/")}).EscapedPath(), "/")
}
