package ablate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

// Part returns the part of a page with that name, whole lines or nothing if it is
// to be kept, and adds the picture that it shows, by the name of its file beside
// the page, which begins with the prefix. known says that there is such a part.
// The parts are
//
//	setup  what was measured, when and how
//	whole  the full search and plain alpha-beta, all games side by side
//	rates  what the full search counts, all games side by side
//	elo    a picture of what each technique wins in games
//	nodes  a picture of the nodes that each technique saves
//	GAME   a table of all techniques in the game with that name
func (r *Report) Part(name, prefix string, pictures map[string]string) (part string, known bool) {
	picture := func(text, alt string) string {
		if text == "" {
			return "Not measured yet.\n"
		}
		pictures[prefix+name+".svg"] = text
		return fmt.Sprintf("![%s](%s%s.svg)\n", alt, prefix, name)
	}
	known = slices.Contains([]string{"setup", "whole", "rates", "elo", "nodes", "chess", "shogi"}, name)
	if !slices.ContainsFunc(r.Games, func(g Game) bool { return len(g.Summaries()) > 0 }) {
		return "", known
	}
	switch name {
	case "setup":
		return r.setupPart(), true
	case "whole":
		return r.wholePart(), true
	case "rates":
		return r.ratesPart(), true
	case "elo":
		return picture(r.picture(eloPicture), "What each technique is worth in games, in Elo"), true
	case "nodes":
		return picture(r.picture(nodesPicture), "Nodes to the same depth without each technique"), true
	case "chess", "shogi":
		if g := r.game(name); g != nil {
			return g.techniquesPart(), true
		}
	}
	return "", known
}

func (r *Report) setupPart() string {
	var b strings.Builder
	for i := range r.Games {
		g := &r.Games[i]
		s := &g.Setup
		if i == 0 {
			fmt.Fprintf(&b, "Measured on %s, Nitoryu %s, %s, one thread.\n\n", r.Began.Format("2 January 2006"), s.Version, s.Platform)
		}
		fmt.Fprintf(&b, "- %s: %d positions to depth %d, searches cut off at %s times the nodes of the full one", report.Title(s.Game), len(s.Positions), s.Depth, plain(s.Cap))
		if s.Time > 0 {
			fmt.Fprintf(&b, "; the %d largest of them for %v", len(g.Sample), s.Time)
		}
		if played := g.played(); played != "" {
			fmt.Fprintf(&b, "; %s games at %s against each search", played, s.Match)
		}
		b.WriteString(".\n")
	}
	if !r.Complete {
		b.WriteString("\nThe run was interrupted: what is missing was not measured.\n")
	}
	return b.String()
}

// wholePart compares the full search with the plain one.
func (r *Report) wholePart() string {
	type pair struct {
		game        string
		full, plain *Summary
	}
	var pairs []pair
	for i := range r.Games {
		g := &r.Games[i]
		summaries := g.Summaries()
		if len(summaries) == 0 {
			continue
		}
		p := pair{game: report.Title(g.Setup.Game), full: &summaries[0]}
		if last := &summaries[len(summaries)-1]; last.Technique == Plain {
			p.plain = last
		}
		pairs = append(pairs, p)
	}
	t := report.Table{Align: "l"}
	t.Row("")
	for _, p := range pairs {
		t.Add(p.game+", full", "plain")
		t.Align += "rr"
	}
	for _, line := range []column{
		{"Nodes", func(s *Summary) string { return count(float64(s.Nodes)) }},
		{"Times the nodes of the full search", (*Summary).ratio},
		{"Nodes per second", func(s *Summary) string { return count(s.Speed) }},
		{"Effective branching factor", func(s *Summary) string { return number("%.2f", s.Branching) }},
		{"Cutoffs on the first move", func(s *Summary) string { return number("%.1f %%", 100*s.FirstMove) }},
		{"Depth in the time", func(s *Summary) string { return number("%.1f", s.InTime) }},
		{"Elo of the full search above it", func(s *Summary) string { return elo(s.Elo) }},
	} {
		t.Row(line.head)
		for _, p := range pairs {
			for _, s := range []*Summary{p.full, p.plain} {
				if s == nil {
					t.Add("")
				} else {
					t.Add(report.Typeset(line.cell(s)))
				}
			}
		}
	}
	return t.Markdown()
}

func (r *Report) ratesPart() string {
	rates := r.rates()
	if rates == nil {
		return "Not measured yet.\n"
	}
	t := report.Table{Align: "l"}
	t.Row("Rate")
	for _, game := range rates.Games {
		t.Add(report.Title(game), "of")
		t.Align += "rr"
	}
	for _, row := range rates.Rows {
		t.Row(row.Name)
		for _, c := range row.Cells {
			t.Add(c.Value, c.Cases)
		}
	}
	return t.Markdown()
}

// techniquesPart is the table of one game.
func (g *Game) techniquesPart() string {
	summaries := g.Summaries()
	if len(summaries) == 0 {
		return ""
	}
	columns := g.columns()
	if g.played() != "" {
		columns = append(columns, gamesColumn)
	}
	t := report.Table{Align: "ll" + strings.Repeat("r", len(columns))}
	t.Row("Without", "Parameter")
	for _, c := range columns {
		t.Add(strings.TrimSpace(c.head))
	}
	for i := range summaries {
		s := &summaries[i]
		parameter := ""
		if s.Parameter != "" {
			parameter = "`" + s.Parameter + "`"
		}
		t.Row(s.Technique, parameter)
		for k, c := range columns {
			switch {
			case !s.Unaffected:
				t.Add(report.Typeset(c.cell(s)))
			case k == 0:
				t.Add("no effect")
			default:
				t.Add("")
			}
		}
	}
	for _, technique := range g.Unused {
		t.Row(technique, "", "not used")
		for range columns[1:] {
			t.Add("")
		}
	}
	return t.Markdown()
}
