package contention

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// Part implements [measure.Report]. There is one part, contention; those of lab smp are
// kept.
func (r *Report) Part(name string, pictures *report.Pictures) (part string, known bool) {
	if _, err := games.ByName(name); err == nil || name == "latency" {
		return "", true
	}
	if name != "contention" || !r.measured() {
		return "", name == "contention"
	}
	return r.Text() + "\n" + pictures.Add("speedup", "Speed-up of many threads", r.SpeedPicture()) +
		"\n" + pictures.Add("table", "Stores that overwrite a live entry", r.TablePicture()), true
}

// measured reports whether there is anything to show.
func (r *Report) measured() bool {
	return len(r.Tears) > 0 || slices.ContainsFunc(r.Games, func(g Game) bool { return len(g.Searches) > 0 })
}

// Text implements [measure.Report]. It returns Markdown with headings of the third level.
func (r *Report) Text() string {
	if !r.measured() {
		return measure.Nothing
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Simulated, with a core for each thread: threads take turns of about %d nodes, so that all are equally fast, and memory "+
		"access costs nothing. Time is measured in nodes of the thread that first finishes the depth, or a deeper one. Every search "+
		"begins with an empty table, so that it holds no old entries.\n", r.Setup.Slice)
	if len(r.Setup.Params) > 0 {
		b.WriteString("\nSearch parameters other than the defaults:")
		for _, name := range slices.Sorted(maps.Keys(r.Setup.Params)) {
			fmt.Fprintf(&b, " `%s=%d`", name, r.Setup.Params[name])
		}
		b.WriteString(".\n")
	}
	if !r.Complete {
		b.WriteString(measure.Interrupted)
	}
	for i := range r.Games {
		if g := &r.Games[i]; len(g.Searches) > 0 {
			g.markdown(&b, r.Setup.Sample)
		}
	}
	if len(r.Tears) > 0 {
		r.tearsPart(&b)
	}
	return b.String()
}

func (g *Game) markdown(b *strings.Builder, sample int) {
	fmt.Fprintf(b, "\n### %s, depth %d, %s\n\n", report.Title(g.Name), g.Depth, cli.Plural(len(g.Positions), "position"))
	b.WriteString("How many times faster than one thread the first of several threads finishes the depth, and how many times as many nodes " +
		"all of them have searched by then. Geometric means.\n\n")
	b.WriteString(g.speedTable())
	fmt.Fprintf(b, "\nThe same with %s, and how threads overlap, at one position in %d. Known: probes of a position that another thread "+
		"had probed before. Together: probes while another thread was at the same position or below it. Hits of others: hits on what another "+
		"thread had stored. Collisions: stores of a position that another thread stored while this one searched it.\n\n", size(g.largest()), sample)
	b.WriteString(g.overlapTable())
	b.WriteString("\nWhat stores did to the table. A live entry is one of the same search.\n\n")
	b.WriteString(g.trafficTable())
	b.WriteString("\n" + g.predictionText() + "\n")
}

func (g *Game) speedTable() string {
	t := report.Table{Align: "r" + strings.Repeat("r", 2*len(g.Tables))}
	t.Row("Threads")
	for _, kib := range g.Tables {
		t.Add("Speed-up, " + size(kib))
	}
	for _, kib := range g.Tables {
		t.Add("Nodes, " + size(kib))
	}
	for _, threads := range g.Threads {
		t.Row(fmt.Sprint(threads))
		for _, kib := range g.Tables {
			c, _ := g.Cell(kib, threads)
			t.Add(report.Number("%.2f", c.Speedup))
		}
		for _, kib := range g.Tables {
			c, _ := g.Cell(kib, threads)
			t.Add(report.Number("%.2f", c.Work))
		}
	}
	return t.Markdown()
}

func (g *Game) overlapTable() string {
	t := report.Table{Align: "rrrrrrrr"}
	t.Row("Threads", "Speed-up", "of the threads", "Nodes", "Known", "Together", "Hits of others", "Collisions")
	for _, threads := range g.Threads {
		c, ok := g.Cell(g.largest(), threads)
		if !ok {
			continue
		}
		speedup := report.Number("%.2f", c.Speedup)
		if threads > 1 && !math.IsNaN(c.Margin) {
			speedup += report.Number(" ×÷ %.2f", c.Margin)
		}
		w := &c.Watch
		t.Row(fmt.Sprint(threads), speedup, report.Percent(c.Speedup/float64(threads)), report.Number("%.2f", c.Work),
			report.Percent(share(w.Known, w.Probes)), report.Percent(share(w.Together, w.Probes)),
			report.Percent(share(w.Foreign, w.Hits)), report.Percent(share(w.Collision, w.Stores)))
	}
	return t.Markdown()
}

func (g *Game) trafficTable() string {
	outcomes := []core.StoreOutcome{core.IntoEmpty, core.OverSame, core.OverLive, core.NotStored}
	t := report.Table{Align: "lrrrr" + strings.Repeat("r", len(outcomes)+1)}
	t.Row("Table", "Threads", "Probes", "Hits", "Stores")
	for _, o := range outcomes {
		t.Add(o.String())
	}
	t.Add("Full")
	for _, kib := range g.Tables {
		for _, threads := range g.Threads {
			c, ok := g.Cell(kib, threads)
			if !ok {
				continue
			}
			t.Row(size(kib), fmt.Sprint(threads), count(c.Probes), report.Percent(share(c.Hits, c.Probes)), count(c.stores()))
			for _, o := range outcomes {
				t.Add(report.Percent(c.Outcome(o)))
			}
			t.Add(report.Percent(c.Full))
		}
	}
	return t.Markdown()
}

func (r *Report) tearsPart(b *strings.Builder) {
	wrong, probes, hits := uint64(0), uint64(0), uint64(0)
	for i := range r.Tears {
		wrong += r.Tears[i].Wrong
		probes += r.Tears[i].Probes
		hits += r.Tears[i].Hits
	}
	fmt.Fprintf(b, "\n### Torn entries\n\nNot simulated: goroutines store and probe a table at random on a machine with %s. "+
		"With more threads than processors, an entry is torn when a thread has to wait in the middle of a write, and stays torn until "+
		"it is overwritten. One such wait may be met often, so that the figures vary widely. They say little about machines with enough processors, "+
		"where writes meet more often but no thread has to wait. "+
		"The table shows how many of a million probes met two words of different writes in their bucket. "+
		"Of %s probes, %s were hits, and %s of these returned what no thread had stored.\n\n",
		cli.Plural(r.Setup.Processors, "processor"), count(probes), count(hits), none(wrong))
	t := report.Table{Align: "r"}
	t.Row("Threads")
	tables := ascending(distinct(r.Tears, func(t *Tear) int { return t.KiB }))
	for _, kib := range tables {
		t.Align += "r"
		t.Add(size(kib))
	}
	for _, threads := range ascending(distinct(r.Tears, func(t *Tear) int { return t.Threads })) {
		t.Row(fmt.Sprint(threads))
		for _, kib := range tables {
			rate := math.NaN()
			for i := range r.Tears {
				if tear := &r.Tears[i]; tear.KiB == kib && tear.Threads == threads {
					rate = 1e6 * share(tear.Torn, tear.Probes)
				}
			}
			t.Add(report.Number("%.1f", rate))
		}
	}
	b.WriteString(t.Markdown())
}

// distinct returns a value of every tear.
func distinct(tears []Tear, of func(*Tear) int) (list []int) {
	for i := range tears {
		list = append(list, of(&tears[i]))
	}
	return list
}

// none returns a number, and 0 as a word.
func none(n uint64) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// count returns a number in thousands or millions.
func count(n uint64) string {
	switch x := float64(n); {
	case x >= 1e6:
		return fmt.Sprintf("%.2fM", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.1fk", x/1e3)
	}
	return fmt.Sprint(n)
}
