package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/review"
)

// The size of the graph in its own units; the page stretches it.
const (
	graphWidth  = 1000
	graphHeight = 200
	timeHeight  = 60
	sharpHeight = 50 // the sharpness from which on its band is full: few positions have more
)

// graph is what is drawn over the moves.
type graph struct {
	Label   string
	Line    template.HTMLAttr // points of First's chances
	Area    template.HTMLAttr
	Ground  template.HTMLAttr // behind the area, from where chances are known
	Marks   []mark
	Phases  []phase
	Ticks   []tick
	Times   []bar // none if no time is known
	Slowest string
	Sharp   template.HTMLAttr // outline of the band; "" if no sharpness is known
}

// mark is a move on the graph that is bad or more than good.
type mark struct {
	X, Y       float64
	Class, Tip string
	Ply        int
	Missed     bool // a win
}

// phase is a part of the game over the graph.
type phase struct {
	X, Width float64
	Text     string
}

// tick is a move number below the graph.
type tick struct {
	X    float64
	Text string
}

// bar is the time that a move took; First's stand on the middle line.
type bar struct {
	X, Y, Width, Height float64
	Class, Tip          string
}

// newGraph draws the graph of a game that has been replayed.
func newGraph(c *content) graph {
	g := graph{Label: fmt.Sprintf(c.T.Graph, c.words.Sides[0])}
	n := max(1, len(c.moves))
	x := func(ply int) float64 { return float64(ply) / float64(n) * graphWidth }
	y := func(chance float64) float64 { return graphHeight * (1 - chance/100) }
	line := curve(c.chances, graphWidth, graphHeight)
	begin, _, _ := strings.Cut(line, ",")
	g.Line = template.HTMLAttr(`points="` + line + `"`)
	g.Area = template.HTMLAttr(fmt.Sprintf(`points="%s,%d %s %d,%[2]d"`, begin, graphHeight, line, graphWidth))
	from := x(c.first())
	g.Ground = template.HTMLAttr(fmt.Sprintf(`x="%.1f" width="%.1f" height="%d"`, from, graphWidth-from, graphHeight))
	for i := range c.moves {
		m, p := &c.moves[i], &c.Data.Plies[i+1]
		if p.Glyph != "" {
			g.Marks = append(g.Marks, mark{x(i + 1), y(c.chances[i+1]), p.Class, c.place(i) + p.Text + p.Glyph + " " + c.words.Verdict(m), i + 1, m.MissedWin})
		}
	}
	g.sharpness(c, x)
	g.Phases = c.phases(x)
	step := 10
	for n/step > 12 {
		step *= 2
	}
	unit := 1
	if c.paired {
		unit = 2
	}
	for ply := step; ply <= n; ply += step {
		if (c.offset+ply)%unit == 0 {
			g.Ticks = append(g.Ticks, tick{x(ply), fmt.Sprint((c.offset + ply) / unit)})
		}
	}
	g.time(c, x)
	return g
}

// phases returns the phases that the game went through, none if that was but one.
func (c *content) phases(x func(ply int) float64) (list []phase) {
	end := len(c.moves)
	for p := review.Endgame + 1; p > review.Opening; {
		p--
		if begin := c.game.Begins[p]; begin >= 0 && begin < end {
			list = append(list, phase{x(begin), x(end) - x(begin), c.words.Phase(p)})
			end = begin
		}
	}
	if len(list) < 2 {
		return nil
	}
	slices.Reverse(list)
	return list
}

// curve returns the points of chances over the width; those that are NaN have none.
func curve(chances []float64, width, height float64) string {
	var b strings.Builder
	n := max(1, len(chances)-1)
	for i, chance := range chances {
		if math.IsNaN(chance) {
			continue
		}
		fmt.Fprintf(&b, "%.1f,%.1f ", float64(i)/float64(n)*width, height*(1-chance/100))
	}
	if len(chances) == 1 {
		fmt.Fprintf(&b, "%.1f,%.1f ", width, height*(1-chances[0]/100))
	}
	return strings.TrimSpace(b.String())
}

// sharpness draws how sharp the positions before the moves are.
func (g *graph) sharpness(c *content, x func(int) float64) {
	outline, known := fmt.Sprintf("M%.1f %d", x(c.first()), sharpHeight), false
	for i := c.first(); i < len(c.moves); i++ {
		sharp := c.moves[i].Sharpness
		known = known || sharp >= 0
		outline += fmt.Sprintf("V%.0fH%.1f", sharpHeight-max(0, min(sharpHeight, sharp)), x(i+1))
	}
	if known {
		g.Sharp = template.HTMLAttr(fmt.Sprintf(`d="%sV%d"`, outline, sharpHeight))
	}
}

// time draws the times that moves took.
func (g *graph) time(c *content, x func(int) float64) {
	most := c.moves[:0:0]
	for _, m := range c.moves {
		if m.Spent.Known && m.Spent.Duration > 0 && (len(most) == 0 || m.Spent.Duration > most[0].Spent.Duration) {
			most = []review.Move{m}
		}
	}
	if len(most) == 0 {
		return
	}
	g.Slowest = clock(most[0].Spent)
	const half, least = timeHeight / 2, 3 // bad moves are seen however fast they were
	for i, m := range c.moves {
		if !m.Spent.Known {
			continue
		}
		height := half * float64(m.Spent.Duration) / float64(most[0].Spent.Duration)
		b := bar{X: x(i) + (x(1) * .1), Width: x(1) * .8, Y: half - height, Height: height, Class: "first", Tip: c.place(i) + c.Data.Plies[i+1].Text + " " + clock(m.Spent)}
		if m.Side == 1 {
			b.Y, b.Class = half, "second"
		}
		if m.Judgement.Bad() {
			b.Class += " " + class(&m)
			b.Tip += " " + m.Judgement.Sign()
			b.Height = max(b.Height, least)
			b.Y = min(b.Y, half-least*float64(1-m.Side))
		}
		g.Times = append(g.Times, b)
	}
}
