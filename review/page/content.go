package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/report"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/web/board"
)

const (
	lineCount  = 3  // best lines that are shown of a position
	lineLength = 14 // moves of the best line that are shown
	otherLine  = 8  // and of the others
)

// content is what the template of a game gets.
type content struct {
	T       *texts
	Title   string
	Facts   []report.Fact
	Engine  string
	Players [2]player
	Judged  []player // of whom some moves are judged
	Rows    []row
	Graph   graph
	Turns   []turn
	Costly  []cost
	Letters bool // the pieces can show letters, too

	Exercises int
	Symbols   template.HTML
	Board     template.HTML // the start position
	Data      data

	words  *review.Words
	style  *board.Style
	paired bool // moves are numbered in pairs, as in chess
	offset int  // plies before the first move
	game   *review.Game
	named  opening.Name
	booked bool // a book tells which moves are known

	moves   []review.Move // all of the record, also those before the first that was judged
	chances []float64     // one more; NaN where they are not known
	begins  []record.Time // the clocks when the moves began
}

// player is what is said of a side.
type player struct {
	Color                                     core.Color
	Side, Name, Rating, Accuracy, Loss, Spent string
	Agreement                                 string // how many of the moves were the best ones
	Moves, Best                               int
	Inaccuracies, Mistakes, Blunders          int
	OnlyMoves, Great, Brilliant               int
	MissedWins, MissedMates                   int
}

// row is a line of the list of moves.
type row struct {
	Number int
	Gap    bool // the first move is Second's
	Cells  []cell
}

// cell is a move in the list.
type cell struct {
	Ply                     int // of the position after it
	Number                  int // in shogi
	Text, Glyph, Class, Tip string
	Sign                    string // of the annotator
	Noted                   bool   // the annotator says something
	Aside                   string // the score of the position after the move, as First sees it, and the time that the move took
}

// turn is a turning point.
type turn struct {
	Ply                  int
	Title, Chance, Text  string
	Board                template.HTML
	Class, Glyph, Remark string
}

// cost is a bad move.
type cost struct {
	Ply                    int
	Move, Glyph, Class     string
	Before, After, Comment string
}

// collect gathers what the page of a game shows.
func collect(g *review.Game, o Options) (*content, error) {
	if err := check(g, o); err != nil {
		return nil, err
	}
	start, err := g.Record.Position()
	if err != nil {
		return nil, err
	}
	style, _ := board.For(g.Record.Rules.Name)
	c := &content{
		T: &textsOf[o.Words.Language], Engine: o.Engine, words: o.Words, style: style, game: g,
		Symbols: template.HTML(style.Symbols()), offset: start.Plies(), booked: o.Book != nil,
	}
	c.paired = !style.Turns
	c.Letters = style.Turns
	if err := c.complete(); err != nil {
		return nil, err
	}
	for i := range c.Players {
		c.Players[i] = c.player(core.Color(i))
		if c.judges(core.Color(i)) {
			c.Judged = append(c.Judged, c.Players[i])
		}
	}
	c.Title = c.Players[0].Name + " – " + c.Players[1].Name
	if err := c.replay(); err != nil {
		return nil, err
	}
	c.named = opening.NameOf(start, g.Record.Moves(), o.Book)
	c.Facts = c.facts()
	c.Graph = newGraph(c)
	return c, nil
}

// complete gathers the moves of the game, with those that nobody thought about in front.
func (c *content) complete() error {
	g := c.game
	first := len(g.Record.Moves()) - len(g.Moves)
	err := g.Record.Replay(func(p core.Position, n *record.Node) bool {
		if len(c.moves) >= first {
			return false
		}
		c.moves = append(c.moves, review.Move{Side: p.Side(), Move: n.Move, Spent: n.Spent, Clock: n.Clock})
		c.chances = append(c.chances, math.NaN())
		return true
	})
	c.moves, c.chances = append(c.moves, g.Moves...), append(c.chances, g.Chances...)
	c.begins = reckon(g.Record, c.moves)
	return err
}

// Timed reports whether the time that a player used is known.
func (c *content) Timed() bool {
	return slices.ContainsFunc(c.Judged, func(p player) bool { return p.Spent != "" })
}

// first returns the number of moves before the first that was judged.
func (c *content) first() int { return len(c.moves) - len(c.game.Moves) }

// judges reports whether moves of a side are judged, or would be if it had some.
func (c *content) judges(side core.Color) bool {
	return !slices.ContainsFunc(c.game.Moves, func(m review.Move) bool { return m.Side == side && m.Judgement == review.Unjudged && !m.Passes() })
}

// player describes a side.
func (c *content) player(side core.Color) player {
	p := &c.game.Players[side]
	d := player{
		Color: side, Side: c.words.Sides[side], Name: p.Name, Moves: p.Moves, Best: p.Count[review.Best],
		Inaccuracies: p.Count[review.Inaccuracy] + p.Count[review.Dubious], Mistakes: p.Count[review.Mistake], Blunders: p.Count[review.Blunder],
		OnlyMoves: p.Praised[review.OnlyMove], Great: p.Praised[review.Great], Brilliant: p.Praised[review.Brilliant], MissedWins: p.MissedWins, MissedMates: p.MissedMates,
		Accuracy: "–", Loss: "–", Agreement: "–",
	}
	if d.Name == "" {
		d.Name = d.Side
	}
	if p.Rating > 0 {
		d.Rating = fmt.Sprint(p.Rating)
	}
	if p.Moves > 0 {
		d.Accuracy, d.Loss = percent(p.Accuracy), percent(p.Loss)
	}
	if share, ok := p.Agreement(); ok {
		d.Agreement = percent(share)
	}
	spent := time.Duration(0)
	for _, m := range c.moves[c.first():] {
		if m.Side == side {
			spent += m.Spent.Duration
		}
	}
	if spent > 0 {
		d.Spent = clock(record.Known(spent))
	}
	return d
}

// facts returns what the tags of the record say of the game.
func (c *content) facts() (facts []report.Fact) {
	tags := c.game.Record.Tags
	date := record.TagDate
	if !known(tags.Get(date)) {
		date = record.TagStartTime
	}
	for _, f := range []struct{ name, tag string }{
		{c.T.Event, record.TagEvent}, {c.T.Site, record.TagSite}, {c.T.Round, record.TagRound}, {c.T.Date, date},
		{c.T.Control, record.TagTimeControl}, {c.T.Opening, record.TagOpening}, {c.T.Handicap, record.TagHandicap},
	} {
		if value := strings.TrimSpace(tags.Get(f.tag)); known(value) {
			facts = append(facts, report.Fact{Name: f.name, Value: value})
		}
	}
	facts = append(facts, c.opening()...)
	facts = append(facts, report.Fact{Name: c.T.Result, Value: c.result(c.game.Record.Result)})
	if some := c.some(); some != "" {
		facts = append(facts, report.Fact{Name: c.T.Judged, Value: some})
	}
	return facts
}

// opening returns what there is to say of the opening: its name unless the record has one, what
// both sides of a game of shogi had on the board, and which move left the book, if there is one.
func (c *content) opening() (facts []report.Fact) {
	japanese := c.words.Language == review.Japanese
	name, tags := c.named, c.game.Record.Tags
	if text := named(name, japanese); text != "" && !known(tags.Get(record.TagOpening)) {
		facts = append(facts, report.Fact{Name: c.T.Opening, Value: text})
	}
	castles := [2][]opening.Term{name.Castles[:1], name.Castles[1:]}
	for _, f := range []struct {
		name  string
		sides [2][]opening.Term
	}{{c.T.Strategies, name.Strategies}, {c.T.Castles, castles}, {c.T.Tactics, name.Tactics}} {
		var sides []string
		for i, terms := range f.sides {
			var texts []string
			for _, term := range terms {
				if text := term.In(japanese); text != "" {
					texts = append(texts, text)
				}
			}
			if len(texts) > 0 {
				sides = append(sides, c.words.Mark(core.Color(i))+strings.Join(texts, c.T.Comma))
			}
		}
		if len(sides) > 0 {
			facts = append(facts, report.Fact{Name: f.name, Value: strings.Join(sides, c.T.Versus)})
		}
	}
	if n := name.Known; c.booked && n > 0 && n < len(c.moves) {
		facts = append(facts, report.Fact{Name: c.T.NewMove, Value: c.Data.Plies[n+1].Text, Note: strings.TrimSpace(c.place(n))})
	}
	return facts
}

// some says which moves are judged, if not all are.
func (c *content) some() string {
	var parts []string
	for side := range core.Color(2) {
		if !c.judges(side.Other()) {
			parts = append(parts, fmt.Sprintf(c.T.OneSide, c.words.Sides[side]))
		}
	}
	if first := c.first(); first > 0 {
		number := strings.TrimSpace(c.place(first))
		if !strings.HasSuffix(number, "...") {
			number = strings.TrimSuffix(number, ".")
		}
		parts = append(parts, fmt.Sprintf(c.T.From, number))
	}
	return strings.Join(parts, c.T.Comma)
}

// known reports whether the value of a tag says anything.
func known(value string) bool { return strings.Trim(value, "?.-* ") != "" }

// result returns a result, in words where the game has no score of its own.
func (c *content) result(r record.Result) string {
	winner, won := r.Winner()
	switch {
	case r == record.Unfinished:
		return c.T.Unfinished
	case c.paired:
		return strings.ReplaceAll(strings.ReplaceAll(r.String(), "1/2", "½"), "-", "–")
	case won:
		return fmt.Sprintf(c.T.Wins, c.words.Sides[winner])
	}
	return c.T.Drawn
}

// replay goes through the game.
func (c *content) replay() error {
	g := c.game
	p, err := g.Record.Position()
	if err != nil {
		return err
	}
	before, err := c.style.Parse(p.String())
	if err != nil {
		return err
	}
	turning := map[int]bool{}
	for _, i := range g.Turns {
		turning[c.first()+i] = true
	}
	c.Board = template.HTML((&board.Picture{Style: c.style, Position: before, Label: c.T.Board}).SVG())
	c.Data = data{Layout: &c.style.Layout, Hand: c.style.Hand(), Start: before.Delta(c.style.Empty()), Arrow: c.T.Arrow, Reply: c.T.Reply, Names: c.names(), InHand: c.T.Hand, Sides: c.words.Sides, Mark: c.words.Mark(core.First), Right: c.T.Right, Wrong: c.T.Wrong, Task: c.T.Task, Source: c.T.Record + c.T.Colon}
	node := g.Record.Root
	clocks := [2]string{}
	used := [2]time.Duration{}
	previous := core.NoMove
	for i := 0; ; i++ {
		thought := &g.Last
		if i < len(c.moves) {
			thought = &c.moves[i].Before
		}
		if i == 0 {
			c.Data.Plies = []ply{{Text: c.T.Start, Remark: c.remarks(node), Shapes: c.shapes(node)}}
		}
		current := &c.Data.Plies[i]
		if chance := math.Round(c.chances[i]*10) / 10; !math.IsNaN(chance) {
			current.Chance, current.Situation = &chance, c.words.Situation(chance)
		}
		current.Clocks, current.Side = clocks, int(p.Side())
		if current.Lines, err = c.lines(p, previous, before, thought); err != nil {
			return err
		}
		if i == len(c.moves) {
			return nil
		}

		m := &c.moves[i]
		if m.Teaches() {
			for _, right := range g.Solutions(p, m) {
				current.Find = append(current.Find, c.ends(p, p.FormatMove(right)))
			}
			c.Exercises++
		}
		instead, err := c.variations(p, node, previous, before)
		if err != nil {
			return err
		}
		node = node.Main()
		switch {
		case m.Clock.Known:
			clocks[m.Side&1] = clock(m.Clock)
		case m.Spent.Known:
			used[m.Side&1] += m.Spent.Duration
			clocks[m.Side&1] = clock(record.Known(used[m.Side&1]))
		}
		move := record.Play(p, m.Move)
		if m.Move == core.NoMove || move == core.NoMove {
			return fmt.Errorf("move %d of the game is not legal", i+1)
		}
		record.TakeBack(p, move)
		text := c.words.Write(p, move, previous)
		next := ply{Text: text, Class: class(m), Glyph: m.Sign(), Remark: c.remarks(node), Shapes: c.shapes(node), Instead: instead}
		if m.Telling() && len(m.Before.Lines) > 0 && len(m.Before.Lines[0].Moves) > 0 {
			next.Comment = c.words.Comment(p, m)
			next.Best = c.ends(p, string(m.Before.Lines[0].First()))
			next.Reply = c.reply(p, m)
		}
		after, delta, err := c.step(p, move, before)
		if err != nil {
			return err
		}
		next.Delta = delta
		next.Say = c.say(i, text)
		c.Data.Plies = append(c.Data.Plies, next)
		c.list(i, text, node)
		if m.Judgement.Bad() {
			c.Costly = append(c.Costly, c.cost(i, &next))
		}
		if turning[i] {
			picture := &board.Picture{
				Style: c.style, Position: after, Marks: next.Ends(delta, len(after)), Arrows: [][]int{next.Best}, Replies: [][]int{next.Reply},
				Label: next.Say + " " + c.T.Arrow,
			}
			c.Turns = append(c.Turns, turn{
				Ply: i + 1, Title: c.place(i) + text, Glyph: next.Glyph, Class: next.Class, Text: next.Comment, Remark: next.Remark,
				Chance: fmt.Sprintf("%s%s → %s", c.words.Mark(m.Side), c.chance(i, m.Side), c.chance(i+1, m.Side)), Board: template.HTML(picture.SVG()),
			})
		}
		before, previous = after, move
	}
}

// step plays a move and returns what stands on the board then, and what changed, the
// places where the move began and ended first.
func (c *content) step(p core.Position, m core.Move, before board.Position) (board.Position, string, error) {
	ends := c.ends(p, p.FormatMove(m))
	record.Play(p, m)
	after, err := c.style.Parse(p.String())
	if err != nil {
		return nil, "", err
	}
	return after, after.Delta(before, ends...), nil
}

// reply returns where the opponent's move begins and ends that shows why a move of p is bad, nil if none does.
func (c *content) reply(p core.Position, m *review.Move) []int {
	for i := range m.Reasons {
		if r := &m.Reasons[i]; !r.Missed && len(r.Line) > 0 {
			p.Do(m.Move, nil)
			defer p.Undo()
			return c.ends(p, p.FormatMove(r.Line[0]))
		}
	}
	return nil
}

// ends returns where a move begins and ends.
func (c *content) ends(p core.Position, m string) []int {
	from, to, ok := c.style.Move(m, p.Side() == core.Second)
	if !ok {
		return nil
	}
	return []int{from, to}
}

// lines returns the best lines of a position, up to their first illegal move.
func (c *content) lines(p core.Position, previous core.Move, start board.Position, r *nitoryu.Result) (lines []line, err error) {
	side := p.Side()
	for i, l := range r.Lines[:min(lineCount, len(r.Lines))] {
		most := lineLength
		if i > 0 {
			most = otherLine
		}
		shown := line{Score: c.words.Score(core.Score(l.Score), side), Depth: l.Depth}
		before, last := start, previous
		played := 0
		for _, m := range inside.ReadMoves(p, l.Moves[:min(most, len(l.Moves))]...) {
			text, delta := c.words.Write(p, m, last), ""
			if c.paired && (played == 0 || p.Side() == core.First) {
				text = c.place(p.Plies()-c.offset) + text
			}
			if before, delta, err = c.step(p, m, before); err != nil {
				return nil, err
			}
			played, last = played+1, m
			shown.Moves = append(shown.Moves, [2]string{text, delta})
		}
		for range played {
			p.Undo()
		}
		lines = append(lines, shown)
	}
	return lines, nil
}

// place returns the number of a move, as it stands in front of it.
func (c *content) place(i int) string {
	n := c.offset + i
	switch {
	case !c.paired:
		return fmt.Sprintf("%d ", n+1)
	case n%2 == 0:
		return fmt.Sprintf("%d. ", n/2+1)
	}
	return fmt.Sprintf("%d... ", n/2+1)
}

// list adds a move to the list of moves, with the sign of the annotator where we have none.
func (c *content) list(i int, text string, n *record.Node) {
	number := c.offset + i
	m := &c.moves[i]
	d := cell{
		Ply: i + 1, Number: number + 1, Text: text, Glyph: m.Sign(), Class: class(m), Tip: c.words.Verdict(m),
		Noted: c.game.Record.Prose(slices.Concat(n.Before, n.Comments)) != "",
	}
	if d.Glyph == "" {
		d.Sign, _ = signsOf(n)
	}
	after := &c.game.Last
	if i+1 < len(c.moves) {
		after = &c.moves[i+1].Before
	}
	if len(after.Lines) > 0 {
		d.Aside = c.words.Score(core.Score(after.Lines[0].Score), m.Side.Other())
	}
	d.Aside = strings.TrimSpace(d.Aside + " " + clock(m.Spent))
	if i == 0 || number%2 == 0 {
		c.Rows = append(c.Rows, row{Number: number/2 + 1, Gap: number%2 == 1})
	}
	last := &c.Rows[len(c.Rows)-1]
	last.Cells = append(last.Cells, d)
}

// chance returns the chance of a side in a position.
func (c *content) chance(i int, side core.Color) string {
	chance := c.chances[i]
	if side == core.Second {
		chance = 100 - chance
	}
	return fmt.Sprintf("%.0f%%", chance)
}

// say returns what is read aloud after a move.
func (c *content) say(i int, text string) string {
	text = c.place(i) + text
	if math.IsNaN(c.chances[i+1]) {
		return text
	}
	chance := int(math.Round(c.chances[i+1]))
	if verdict := c.words.Verdict(&c.moves[i]); verdict != "" {
		return fmt.Sprintf(c.T.SaidBad, text, verdict, c.words.Sides[0], chance)
	}
	return fmt.Sprintf(c.T.Said, text, c.words.Sides[0], chance)
}

// cost describes a bad move.
func (c *content) cost(i int, after *ply) cost {
	m := &c.moves[i]
	return cost{
		Ply: i + 1, Move: c.place(i) + after.Text, Glyph: after.Glyph, Class: after.Class,
		Before: c.chance(i, m.Side), After: c.chance(i+1, m.Side), Comment: after.Comment,
	}
}

// names returns the names of the pieces by their letters.
func (c *content) names() map[string]string {
	names := map[string]string{}
	for kind, letter := range c.style.Kinds() {
		names[letter] = c.words.Pieces[kind]
	}
	return names
}
