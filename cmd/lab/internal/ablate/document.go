package ablate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// Part implements [measure.Report]. The parts are
//
//	setup  what was measured, when and how
//	whole  the full search and plain alpha-beta, all games side by side
//	rates  what the full search counts, all games side by side
//	elo    a picture of what each technique wins in games
//	nodes  a picture of the nodes that each technique saves
//	GAME   a table of all techniques in the game with that name
func (r *Report) Part(name string, pictures *report.Pictures) (part string, known bool) {
	_, err := games.ByName(name)
	known = err == nil || slices.Contains([]string{"setup", "whole", "rates", "elo", "nodes"}, name)
	if !slices.ContainsFunc(r.Games, func(g Game) bool { return len(g.Rows) > 0 }) {
		return "", known
	}
	switch name {
	case "setup":
		return r.setupPart(), true
	case "whole":
		return r.wholePart(), true
	case "rates":
		if t := r.rates(); t != nil {
			part = t.Markdown()
		}
	case "elo":
		part = pictures.Add(name, "What each technique is worth in games, in Elo", r.picture(eloChart,
			"Elo that the full search wins against the one without the technique, with 95 % intervals", 150))
	case "nodes":
		part = pictures.Add(name, "Nodes to the same depth without each technique", r.picture(nodesChart,
			"Nodes to the same depth without the technique, by those of the full search", 0))
	default:
		if g := r.game(name); g != nil && len(g.Rows) > 0 {
			part = g.table(true).Markdown()
		}
		return part, known
	}
	if part == "" {
		part = "Not measured yet.\n"
	}
	return part, true
}

func (r *Report) setupPart() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, Nitoryu %s, one thread.\n\n", r.Machine.On(r.Began), r.Machine.Version)
	for i := range r.Games {
		g := &r.Games[i]
		fmt.Fprintf(&b, "- %s: %d positions to depth %d, searches cut off at %g times the nodes of the full one",
			report.Title(g.Setup.Game), len(g.Setup.Positions), g.Setup.Depth, g.Limits.Cap)
		if g.Limits.Time > 0 {
			fmt.Fprintf(&b, "; the %d largest of them for %v", len(g.Sample), g.Limits.Time)
		}
		if played := g.played(); played != "" {
			fmt.Fprintf(&b, "; %s games at %s against each search", played, g.Limits.Match)
		}
		b.WriteString(".\n")
	}
	if !r.Complete {
		b.WriteString(measure.Interrupted)
	}
	return b.String()
}

// wholePart compares the full search with the plain one.
func (r *Report) wholePart() string {
	t := report.Table{Align: "l"}
	t.Row("")
	var searches []*Summary // nil: not measured
	for i := range r.Games {
		g := &r.Games[i]
		list := g.Summaries()
		if len(list) == 0 {
			continue
		}
		t.Add(report.Title(g.Setup.Game)+", full", "plain")
		t.Align += "rr"
		searches = append(searches, &list[0], nil)
		if last := &list[len(list)-1]; last.Technique == Plain {
			searches[len(searches)-1] = last
		}
	}
	for _, line := range []column{
		{"Nodes", func(s *Summary) string { return report.Count(float64(s.Nodes)) }},
		{"Times the nodes of the full search", (*Summary).ratio},
		{"Nodes per second", func(s *Summary) string { return report.Count(s.Speed) }},
		{"Effective branching factor", func(s *Summary) string { return report.Number("%.2f", s.Branching) }},
		{"Cutoffs on the first move", func(s *Summary) string { return report.Percent(s.FirstMove) }},
		{"Depth in the time", func(s *Summary) string { return report.Number("%.1f", s.InTime) }},
		{"Elo of the full search above it", func(s *Summary) string { return elo(s.Elo) }},
	} {
		t.Row(line.head)
		for _, s := range searches {
			if s == nil {
				t.Add("")
			} else {
				t.Add(report.Typeset(line.cell(s)))
			}
		}
	}
	return t.Markdown()
}
