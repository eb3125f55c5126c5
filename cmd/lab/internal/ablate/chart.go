package ablate

import (
	"fmt"
	"math"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

// chart compares one measure of all searches. Every bar begins at the value of the
// full search, so that its length and side show what changes without the technique.
type chart struct {
	Title, Note string
	Bars        []report.Bar
	Ticks       []report.Tick
	Origin      float64 // where the full search stands, in percent of the width
}

// measure is what a chart shows.
type measure struct {
	title, note string
	limit       float64 // bars end there, or at -limit, and are hollow; 0: none
	log         bool
	largeIsBad  bool // a larger value than that of the full search is a loss
	origin      float64
	value       func(*Summary) float64 // NaN: not known
	margin      func(*Summary) float64 // half the height of the error bar
	open        func(*Summary) bool
	label       func(*Summary) string
	difference  func(*Summary) string
	tick        string // format of the axis
}

// charts returns the charts of what was measured in the game.
func (g *Game) charts() []chart {
	summaries := g.Summaries()
	if len(summaries) == 0 {
		return nil
	}
	full := summaries[0]
	measures := []measure{
		nodesMeasure(g), firstMoveMeasure(full.FirstMove), inTimeMeasure(g, full.InTime), eloMeasure(g),
	}
	var list []chart
	for _, m := range measures {
		if c, ok := m.chart(summaries); ok {
			list = append(list, c)
		}
	}
	return list
}

func nodesMeasure(g *Game) measure {
	return measure{
		title: "Nodes to the same depth",
		note: fmt.Sprintf("How many times as many nodes the search takes to depth %d without the technique: geometric mean over %d positions, "+
			"on a logarithmic scale. Bars to the right are work that the technique saves; to the left, work that it costs. "+
			"A hollow end means “at least”: some searches were cut off at %s times the full one. "+
			"Pruning saves nodes by looking at less, so that this is no measure of strength.", g.Setup.Depth, len(g.Setup.Positions), plain(g.Setup.Cap)),
		log: true, largeIsBad: true, origin: 1,
		value: func(s *Summary) float64 { return s.Ratio },
		open:  func(s *Summary) bool { return s.Capped > 0 },
		label: func(s *Summary) string { return report.Typeset(s.ratio()) + " ×" },
		tick:  "%g×",
	}
}

func firstMoveMeasure(origin float64) measure {
	return measure{
		title: "Cutoffs on the first move",
		note: "Of all nodes that were refuted, how many by the first move tried, in percent: how good the order of moves is. " +
			"Bars begin at the full search; to the left, the order is worse without the technique.",
		origin: 100 * origin,
		value:  func(s *Summary) float64 { return 100 * s.FirstMove },
		label:  func(s *Summary) string { return number("%.1f %%", 100*s.FirstMove) },
		difference: func(s *Summary) string {
			return difference(100 * (s.FirstMove - origin))
		},
		tick: "%g %%",
	}
}

func inTimeMeasure(g *Game, origin float64) measure {
	return measure{
		title: fmt.Sprintf("Depth reached in %v", g.Setup.Time),
		note: fmt.Sprintf("Plies finished in %v on one thread, mean over the %d positions that cost the full search most nodes. "+
			"Bars begin at the full search; to the left, the search gets less deep without the technique. "+
			"A ply of a search that prunes less looks at more.", g.Setup.Time, len(g.Sample)),
		origin: origin,
		value:  func(s *Summary) float64 { return s.InTime },
		label:  func(s *Summary) string { return number("%.1f", s.InTime) },
		difference: func(s *Summary) string {
			return difference(s.InTime - origin)
		},
		tick: "%g",
	}
}

func eloMeasure(g *Game) measure {
	return measure{
		title: "Elo in games",
		note: "What the technique is worth when the full search plays against the one without it (" + g.played() + " games each, " + g.Setup.Match + "). " +
			"Bars to the right: the full search is stronger. Whiskers are 95 % intervals; one that crosses zero leaves the sign open.",
		largeIsBad: true,
		value: func(s *Summary) float64 {
			if s.Elo == nil {
				return math.NaN()
			}
			return s.Elo.Elo
		},
		margin: func(s *Summary) float64 { return s.Elo.Error },
		open:   func(s *Summary) bool { return s.Elo != nil && math.IsInf(s.Elo.Elo, 0) },
		label: func(s *Summary) string {
			if s.Elo == nil {
				return ""
			}
			return report.Typeset(signed(s.Elo.Elo))
		},
		difference: func(s *Summary) string {
			if s.Elo == nil {
				return ""
			}
			return "± " + report.Typeset(strings.TrimPrefix(signed(s.Elo.Error), "+"))
		},
		tick: "%+g",
	}
}

// shown lists the searches that a chart of the measure has a bar of, and reports
// whether it is known of any but the full search.
func (m *measure) shown(summaries []Summary) (list []*Summary, known bool) {
	for i := range summaries {
		s := &summaries[i]
		if s.Technique == Full && m.margin != nil {
			continue // it does not play against itself
		}
		list = append(list, s)
		known = known || s.Technique != Full && !math.IsNaN(m.value(s))
	}
	return list, known && !math.IsNaN(m.origin)
}

// chart draws the measure, unless no search but the full one has it.
func (m *measure) chart(summaries []Summary) (chart, bool) {
	shown, known := m.shown(summaries)
	if !known {
		return chart{}, false
	}
	scale := report.NewScale(m.log, m.extent(shown))
	c := chart{Title: m.title, Note: m.note, Origin: scale.Place(m.origin), Ticks: scale.Ticks(m.tick)}
	for _, s := range shown {
		c.Bars = append(c.Bars, m.bar(s, scale))
	}
	return c, true
}

// extent lists the values that the scale has to hold.
func (m *measure) extent(summaries []*Summary) []float64 {
	values := []float64{m.origin}
	for _, s := range summaries {
		v := m.value(s)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		values = append(values, v)
		if m.margin != nil && !math.IsInf(m.margin(s), 0) {
			values = append(values, v-m.margin(s), v+m.margin(s))
		}
	}
	if m.limit > 0 {
		for i, v := range values {
			values[i] = max(-m.limit, min(m.limit, v))
		}
	}
	return values
}

func (m *measure) bar(s *Summary, scale report.Scale) report.Bar {
	v := m.value(s)
	b := report.Bar{Name: s.Technique, Reference: s.Technique == Full || s.Technique == Plain}
	switch {
	case s.Unaffected:
		b.Missing, b.Value = true, "no effect"
		return b
	case math.IsNaN(v):
		b.Missing, b.Value = true, "not measured"
		return b
	case s.Technique == Full || v == m.origin:
		b.Side = "same"
	case (v > m.origin) == m.largeIsBad:
		b.Side = "worse"
	default:
		b.Side = "better"
	}
	origin := scale.Place(m.origin)
	b.End = scale.Place(v)
	b.X, b.Width = min(origin, b.End), math.Abs(b.End-origin)
	b.Value = m.label(s)
	if m.difference != nil && s.Technique != Full {
		b.Difference = m.difference(s)
	}
	b.Open = m.open != nil && m.open(s) || m.limit > 0 && math.Abs(v) > m.limit
	if m.margin != nil && !math.IsInf(v, 0) {
		b.HasError = true
		b.Low, b.High = scale.Place(v-m.margin(s)), scale.Place(v+m.margin(s))
	}
	return b
}

// difference formats a difference to the full search.
func difference(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return report.Typeset(fmt.Sprintf("%+.1f", math.Round(x*10)/10+0)) // no negative zero
}

// plain formats a number with as many digits as it needs.
func plain(x float64) string { return fmt.Sprintf("%g", x) }
