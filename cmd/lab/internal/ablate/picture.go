package ablate

import (
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

func eloPicture(g *Game) measure {
	m := eloMeasure(g)
	m.title, m.limit = "Elo that the full search wins against the one without the technique, with 95 % intervals", 150
	return m
}

func nodesPicture(g *Game) measure {
	m := nodesMeasure(g)
	m.title = "Nodes to the same depth without the technique, by those of the full search"
	return m
}

// picture draws one measure of all games on one scale in SVG, a line for each
// technique. It is empty if nothing is known.
func (r *Report) picture(of func(*Game) measure) string {
	var drawn []*Game
	var measures []measure
	var shown [][]*Summary
	var values []float64
	for i := range r.Games {
		g := &r.Games[i]
		summaries := g.Summaries()
		if len(summaries) == 0 {
			continue
		}
		m := of(g)
		list, known := m.shown(summaries)
		if !known {
			continue
		}
		drawn, measures, shown = append(drawn, g), append(measures, m), append(shown, list)
		values = append(values, m.extent(list)...)
	}
	if len(drawn) == 0 {
		return ""
	}
	scale := report.NewScale(measures[0].log, values)
	p := report.Picture{
		Title:  measures[0].title,
		Note:   "Blue: the technique helps. Orange: better without it, by this measure. A hollow end: at least so much.",
		Ticks:  scale.Ticks(measures[0].tick),
		Origin: scale.Place(measures[0].origin),
	}
	for i, m := range measures {
		panel := report.Panel{Title: report.Title(drawn[i].Setup.Game), Bars: map[string]report.Bar{}}
		for _, s := range shown[i] {
			if s.Technique != Full {
				panel.Bars[s.Technique] = m.bar(s, scale)
			}
		}
		p.Panels = append(p.Panels, panel)
	}
	p.Names = namesOf(p.Panels)
	for i, panel := range p.Panels {
		drawn[i].explain(panel.Bars, p.Names)
	}
	return p.SVG()
}

// explain adds a bar for each name that has none, which says why.
func (g *Game) explain(bars map[string]report.Bar, names []string) {
	for _, name := range names {
		if _, ok := bars[name]; ok {
			continue
		}
		why := "not measured"
		if slices.Contains(g.Unused, name) {
			why = "not used"
		}
		bars[name] = report.Bar{Name: name, Missing: true, Value: why}
	}
}

// namesOf lists what there are bars of, the longest bars to the right first.
func namesOf(panels []report.Panel) []string {
	var names []string
	ends := map[string]float64{}
	for _, p := range panels {
		for name := range p.Bars {
			if _, ok := ends[name]; !ok {
				names = append(names, name)
				ends[name] = meanEnd(panels, name)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		switch {
		case ends[a] > ends[b]:
			return -1
		case ends[a] < ends[b]:
			return 1
		}
		return strings.Compare(a, b)
	})
	return names
}

// meanEnd returns where the bars of that name end in the mean, -1 if there are none.
func meanEnd(panels []report.Panel, name string) float64 {
	sum, n := 0.0, 0
	for _, p := range panels {
		if b, ok := p.Bars[name]; ok && !b.Missing {
			sum += b.End
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return math.Round(sum/float64(n)*1e6) / 1e6
}
