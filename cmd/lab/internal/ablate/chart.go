package ablate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/report"
)

// chart compares one measure of all searches of a game. Every bar begins at the value of
// the full search, so that its length and side show what changes without the technique.
type chart struct {
	bars    report.Bars               // without bars
	noFull  bool                      // the full search has no bar
	measure func(*Summary) report.Bar // Value is NaN if it is not known
}

func nodesChart(g *Game) chart {
	return chart{
		bars: report.Bars{
			Title: "Nodes to the same depth", Log: true, Origin: 1, Tick: "%g×",
			Note: fmt.Sprintf("How many times as many nodes the search takes to depth %d without the technique: geometric mean over %d positions, "+
				"on a logarithmic scale. Bars to the right are work that the technique saves, bars to the left work that it costs. "+
				"A hollow end means “at least”: some searches were cut off at %g times the full one. "+
				"Pruning saves nodes by looking at less, so this does not measure strength.", g.Setup.Depth, len(g.Setup.Positions), g.Limits.Cap),
		},
		measure: func(s *Summary) report.Bar {
			return report.Bar{Value: s.Ratio, Open: s.Capped > 0, Label: report.Typeset(s.ratio()) + " ×"}
		},
	}
}

func firstMoveChart(g *Game) chart {
	origin := 100 * g.summary(0).FirstMove
	return chart{
		bars: report.Bars{
			Title: "Cutoffs on the first move", Origin: origin, BlueLeft: true, Tick: "%g %%",
			Note: "How many of all nodes that fail high do so on the first move, in percent: the quality of move ordering. " +
				"Bars begin at the full search. To the left, the order is worse without the technique.",
		},
		measure: func(s *Summary) report.Bar {
			v := 100 * s.FirstMove
			return report.Bar{Value: v, Label: report.Percent(s.FirstMove), Detail: difference(v - origin)}
		},
	}
}

func inTimeChart(g *Game) chart {
	origin := g.summary(0).InTime
	return chart{
		bars: report.Bars{
			Title: fmt.Sprintf("Depth reached in %v", g.Limits.Time), Origin: origin, BlueLeft: true, Tick: "%g",
			Note: fmt.Sprintf("Plies finished in %v on one thread, mean over the %d positions that take the full search most nodes. "+
				"Bars begin at the full search. To the left, the search is less deep without the technique. "+
				"A ply of a search that prunes less looks at more.", g.Limits.Time, len(g.Sample)),
		},
		measure: func(s *Summary) report.Bar {
			return report.Bar{Value: s.InTime, Label: report.Number("%.1f", s.InTime), Detail: difference(s.InTime - origin)}
		},
	}
}

func eloChart(g *Game) chart {
	return chart{
		bars: report.Bars{
			Title: "Elo in games", Tick: "%+g",
			Note: "The full search against the one without the technique (" + g.played() + " games each, " + g.Limits.Match + "). " +
				"Bars to the right: the full search is stronger. Error bars are 95 % intervals. Where one crosses zero, the sign is open.",
		},
		noFull: true,
		measure: func(s *Summary) report.Bar {
			if s.Elo == nil {
				return report.Bar{Value: math.NaN()}
			}
			v, margin := s.Elo.Elo, s.Elo.Error
			return report.Bar{
				Value: v, Open: math.IsInf(v, 0), Error: !math.IsInf(v, 0), Low: v - margin, High: v + margin,
				Label: report.Typeset(signed(v)), Detail: "± " + report.Typeset(strings.TrimPrefix(signed(margin), "+")),
			}
		},
	}
}

// panel returns the bars of a game with their names in order; known says that the measure
// is known of any search but the full one.
func (c *chart) panel(g *Game) (p report.Panel, names []string, known bool) {
	p = report.Panel{Title: report.Title(g.Setup.Game), Bars: map[string]report.Bar{}}
	for _, s := range g.Summaries() {
		full := s.Technique == Full
		if full && c.noFull {
			continue
		}
		b := c.measure(&s)
		switch {
		case s.Unaffected:
			b = report.Bar{Value: math.NaN(), Label: "no effect"}
		case math.IsNaN(b.Value):
			b.Label, b.Detail = "not measured", ""
		default:
			known = known || !full
		}
		if full {
			b.Detail = ""
		}
		b.Reference = full || s.Technique == Plain
		p.Bars[s.Technique] = b
		names = append(names, s.Technique)
	}
	return p, names, known && !math.IsNaN(c.bars.Origin)
}

// charts returns the charts of what was measured in the game.
func (g *Game) charts() (list []*report.Bars) {
	if len(g.Rows) == 0 {
		return nil
	}
	for _, of := range []func(*Game) chart{nodesChart, firstMoveChart, inTimeChart, eloChart} {
		c := of(g)
		panel, names, known := c.panel(g)
		if known {
			c.bars.Panels, c.bars.Names = []report.Panel{panel}, names
			list = append(list, &c.bars)
		}
	}
	return list
}

// picture draws one measure of all games on one scale in SVG, a line for each technique.
// It is empty if nothing is known.
func (r *Report) picture(of func(*Game) chart, title string, limit float64) string {
	var bars report.Bars
	var drawn []*Game
	for i := range r.Games {
		g := &r.Games[i]
		if len(g.Rows) == 0 {
			continue
		}
		c := of(g)
		panel, names, known := c.panel(g)
		if !known {
			continue
		}
		if len(drawn) == 0 {
			bars = c.bars
		}
		delete(panel.Bars, Full)
		bars.Panels, drawn = append(bars.Panels, panel), append(drawn, g)
		for _, name := range names {
			if name != Full && !slices.Contains(bars.Names, name) {
				bars.Names = append(bars.Names, name)
			}
		}
	}
	if len(drawn) == 0 {
		return ""
	}
	bars.Title, bars.Limit = title, limit
	bars.Note = "Blue: the technique helps. Orange: better without it, by this measure. A hollow end: at least this much."
	bars.Sort()
	for i, g := range drawn {
		g.explain(bars.Panels[i].Bars, bars.Names)
	}
	return bars.SVG()
}

// explain says for each name that has no bar why.
func (g *Game) explain(bars map[string]report.Bar, names []string) {
	for _, name := range names {
		if _, ok := bars[name]; ok {
			continue
		}
		why := "not measured"
		if slices.Contains(g.Setup.Unused, name) {
			why = "not used"
		}
		bars[name] = report.Bar{Value: math.NaN(), Label: why}
	}
}

// difference formats a difference to the full search.
func difference(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return report.Typeset(fmt.Sprintf("%+.1f", math.Round(x*10)/10+0)) // no negative zero
}
