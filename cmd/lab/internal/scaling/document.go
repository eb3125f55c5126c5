package scaling

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
	"github.com/nitoryu/nitoryu/games"
)

// latencyPart is the name of the part of a page that is about answers in time. The
// others have the names of games.
const latencyPart = "latency"

// Part returns a measured part of a page with its name, whole lines or nothing, and
// adds the picture that it shows, by the name of its file beside the page, which
// begins with prefix. known says that there is a part with that name. The parts are
//
//	GAME     what engines that play the game with that name make of threads
//	latency  how late the answers of an engine come
func (r *Report) Part(name, prefix string, pictures map[string]string) (part string, known bool) {
	show := func(picture, alt, text string) string {
		if text == "" {
			return ""
		}
		if picture != "" {
			pictures[prefix+name+".svg"] = picture
			text = fmt.Sprintf("![%s](%s%s.svg)\n\n", alt, prefix, name) + text
		}
		return r.setup(name) + "\n" + text
	}
	if name == latencyPart {
		return show(r.latencyPicture(), "How late answers come", r.latencyText((*report.Table).Markdown)), true
	}
	if _, err := games.ByName(name); err != nil || name != r.Setup.Game {
		return "", err == nil
	}
	return show(r.scalingPicture(), "Nodes per second and speed to a depth, by those of one thread", r.scalingText((*report.Table).Markdown)), true
}

// Text returns the tables for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	for _, part := range []struct{ name, text string }{
		{r.Setup.Game, r.scalingText((*report.Table).Text)},
		{latencyPart, r.latencyText((*report.Table).Text)},
	} {
		if part.text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(r.setup(part.name) + "\n" + part.text)
	}
	if b.Len() == 0 {
		return "nothing was measured\n" + bullets(r.notes(nil))
	}
	return b.String()
}

// setup tells what a part was measured with.
func (r *Report) setup(part string) string {
	s := &r.Setup
	text := fmt.Sprintf("Measured on %s, %s, %s: ", r.Began.Format("2 January 2006"), s.Platform, cli.Plural(s.Processors, "processor"))
	if part == latencyPart {
		return text + fmt.Sprintf("%s in %s, table of %d MiB.\n", s.Engines[0].Name, s.Game, s.Hash)
	}
	runs := 0
	for engine := range s.Engines {
		runs = max(runs, len(r.matrix(engine).runs))
	}
	return text + fmt.Sprintf("%s of %s, tables of %d MiB, depths that one thread reaches within %v, %s.\n",
		cli.Plural(len(s.Positions), "position"), s.Game, s.Hash, s.Budget, cli.Plural(runs, "run"))
}

// scalingText returns the tables of the scaling, written by write, and what there is
// to say about them; empty if nothing was measured.
func (r *Report) scalingText(write func(*report.Table) string) string {
	rows := r.Rows()
	if len(rows) == 0 {
		return ""
	}
	return "Nodes per second:\n\n" + write(ratioTable(rows, "Nodes/s",
		func(row *Row) string { return count(row.Speed) }, func(row *Row) *Ratio { return &row.Nodes })) +
		"\nTime to the depth:\n\n" + write(ratioTable(rows, "Seconds",
		func(row *Row) string { return figures(row.Time) }, func(row *Row) *Ratio { return &row.Depth })) +
		bullets(r.notes(rows))
}

// notes lists what there is to say about the rows.
func (r *Report) notes(rows []Row) (notes []string) {
	for _, row := range rows {
		if row.Stopped > 0 {
			notes = append(notes, fmt.Sprintf("%s, %s: %d of its searches were stopped after %v and count with that time, so that the ratios of its times are bounds.",
				row.Engine, numberOfThreads(row.Threads), row.Stopped, r.Setup.limit()))
		}
	}
	for _, l := range r.LeftOut() {
		notes = append(notes, fmt.Sprintf("%s: %s left out, since %s: `%s`.", l.Engine, cli.Plural(len(l.Positions), "position"), l.Why, strings.Join(l.Positions, "`, `")))
	}
	for engine := range r.Setup.Engines {
		if m := r.matrix(engine); m.broken {
			notes = append(notes, r.Setup.Engines[engine].Name+": a run is not finished, and counts only if there is no other.")
		}
	}
	return append(notes, failed(r.searchFaults())...)
}

// ratioTable shows a measure and its ratio.
func ratioTable(rows []Row, measure string, value func(*Row) string, ratio func(*Row) *Ratio) *report.Table {
	t := &report.Table{Align: "lrrrrrrr"}
	t.Row("Engine", "Threads", measure, "Times one thread", "95 % interval", "Runs", "Middle 80 %", "Positions")
	for i := range rows {
		row := &rows[i]
		t.Row(row.Engine, fmt.Sprint(row.Threads), value(row))
		if x := ratio(row); row.Threads > 1 {
			t.Add(figures(x.Value), span(x.Low, x.High), span(x.Least, x.Most), span(x.P10, x.P90), fmt.Sprint(x.Positions))
		} else {
			t.Add("", "", "", "", fmt.Sprint(x.Positions))
		}
	}
	return t
}

// latencyText returns the table of the latency, written by write, and what went
// wrong; empty if nothing was measured.
func (r *Report) latencyText(write func(*report.Table) string) string {
	delays := r.Delays()
	if len(delays) == 0 {
		return ""
	}
	t := &report.Table{Align: "lrrrrrrr"}
	t.Row("Milliseconds late", "Threads", "Searches", "Median", "99 %", "99.9 %", "Maximum", "Faults")
	for _, d := range delays {
		t.Row(d.Question.words(), fmt.Sprint(d.Threads), fmt.Sprint(d.Searches),
			milliseconds(d.Median), milliseconds(d.P99), milliseconds(d.P999), milliseconds(d.Most), fmt.Sprint(d.Faults))
	}
	return write(t) + bullets(failed(r.blockFaults()))
}

// words returns what a question measures.
func (q Question) words() string {
	if q == MoveTime {
		return "after go movetime"
	}
	return "after stop"
}

// mostFaults bounds the list of what went wrong: one tells as much as a hundred.
const mostFaults = 10

// failed shortens a list of what went wrong.
func failed(faults []string) []string {
	if n := len(faults); n > mostFaults {
		return append(faults[:mostFaults:mostFaults], fmt.Sprintf("and %s more", cli.Plural(n-mostFaults, "fault")))
	}
	return faults
}

// bullets returns a list after an empty line, nothing if there is nothing to list.
func bullets(list []string) string {
	var b strings.Builder
	for _, text := range list {
		b.WriteString("- " + strings.Join(strings.Fields(text), " ") + "\n")
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n" + b.String()
}

// figures returns a positive number with three significant figures or more, nothing
// if it is not known.
func figures(x Figure) string {
	switch {
	case !x.Known():
		return ""
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x < 0.1:
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// span returns a range, nothing if it is not known.
func span(low, high Figure) string {
	if !low.Known() || !high.Known() {
		return ""
	}
	return figures(low) + "–" + figures(high)
}

// count returns a number in thousands, millions or billions.
func count(x Figure) string {
	unit := ""
	for _, next := range []string{"k", "M", "G"} {
		if !(x >= 999.5) {
			break
		}
		x, unit = x/1000, next
	}
	return figures(x) + unit
}

func milliseconds(x Figure) string {
	if !x.Known() {
		return ""
	}
	return report.Typeset(fmt.Sprintf("%.2f", x))
}
