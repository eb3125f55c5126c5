package contention

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
	"github.com/nitoryu/nitoryu/core"
)

// Markdown returns what was measured as text with tables, without a heading of its
// own; those of its parts are of the third level.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A machine with a core for each thread, simulated: threads search %d nodes in turn, more or less, so that all are equally "+
		"fast and memory costs nothing. Time is the nodes of the thread that is first to finish the depth, or a deeper one. Every search "+
		"begins with an empty table, so that no entry in it is old.\n", r.Slice)
	if len(r.Params) > 0 {
		b.WriteString("\nParameters of the search other than usual:")
		for _, name := range slices.Sorted(maps.Keys(r.Params)) {
			fmt.Fprintf(&b, " `%s=%d`", name, r.Params[name])
		}
		b.WriteString(".\n")
	}
	if !r.Complete {
		b.WriteString("\nThe run was interrupted: what is missing was not measured.\n")
	}
	for i := range r.Games {
		if g := &r.Games[i]; len(g.Searches) > 0 {
			g.markdown(&b, r.Sample)
		}
	}
	if len(r.Tears) > 0 {
		r.tearsPart(&b)
	}
	return b.String()
}

func (g *Game) markdown(b *strings.Builder, sample int) {
	positions := "positions"
	if len(g.Positions) == 1 {
		positions = "position"
	}
	fmt.Fprintf(b, "\n### %s, depth %d, %d %s\n\n", report.Title(g.Name), g.Depth, len(g.Positions), positions)
	b.WriteString("How much sooner than one thread alone one of them has finished the depth, and how many times the nodes of one " +
		"thread all have searched by then; geometric means.\n\n")
	b.WriteString(g.speedTable())
	fmt.Fprintf(b, "\nThe same with %s, and how the threads overlap, at one position in %d: probes of a position that another thread "+
		"had probed before, and while another was at the same position or below it; hits on what another thread had stored; stores of a "+
		"position that another thread stored while this one searched it.\n\n", size(g.largest()), sample)
	b.WriteString(g.overlapTable())
	b.WriteString("\nWhat stores did to the table. An entry is live, since the same search wrote it.\n\n")
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
			t.Add(number("%.2f", c.Speedup))
		}
		for _, kib := range g.Tables {
			c, _ := g.Cell(kib, threads)
			t.Add(number("%.2f", c.Work))
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
		speedup := number("%.2f", c.Speedup)
		if threads > 1 && !math.IsNaN(c.Margin) {
			speedup += number(" ×÷ %.2f", c.Margin)
		}
		w := &c.Watch
		t.Row(fmt.Sprint(threads), speedup, percent(c.Speedup/float64(threads)), number("%.2f", c.Work),
			percent(share(w.Known, w.Probes)), percent(share(w.Together, w.Probes)),
			percent(share(w.Foreign, w.Hits)), percent(share(w.Collision, w.Stores)))
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
			t.Row(size(kib), fmt.Sprint(threads), count(c.Probes), percent(share(c.Hits, c.Probes)), count(c.stores()))
			for _, o := range outcomes {
				t.Add(percent(c.Outcome(o)))
			}
			t.Add(percent(c.Full))
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
	fmt.Fprintf(b, "\n### Torn entries\n\nNot simulated: goroutines store and probe a table at random on a machine with %d processors. "+
		"Where threads are more than processors, an entry is torn by a thread that has to wait in the middle of a write, and stays so until "+
		"it is written again: one such wait may be met often, and the figures scatter. They say little of a machine with as many processors, "+
		"where writes meet more often and none has to wait. "+
		"Out of a million probes, so many met two words of different writes in their bucket. "+
		"Of %s probes, %s were hits, and %s of these returned what nobody had stored.\n\n",
		r.Processors, count(probes), count(hits), none(wrong))
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
			t.Add(number("%.1f", rate))
		}
	}
	b.WriteString(t.Markdown())
}

// distinct returns a figure of every tear.
func distinct(tears []Tear, of func(*Tear) int) (list []int) {
	for i := range tears {
		list = append(list, of(&tears[i]))
	}
	return list
}

// number formats x, "–" if it is not known.
func number(format string, x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf(format, x)
}

func percent(x float64) string { return number("%.1f %%", 100*x) }

// none returns a number, which had better be none.
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
