package scaling

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// latencyPart is the part of a page about answers in time. The others have the names of
// games.
const latencyPart = "latency"

// Part implements [measure.Report]. The parts are
//
//	GAME        what engines for that game gain from threads
//	latency     how late the answers of an engine come
//	contention  is kept: lab contention writes it
func (r *Report) Part(name string, pictures *report.Pictures) (part string, known bool) {
	show := func(picture, alt, text string) string {
		if text == "" {
			return ""
		}
		if line := pictures.Add(name, alt, picture); line != "" {
			text = line + "\n" + text
		}
		if !r.Complete {
			text += measure.Interrupted
		}
		return r.setup(name) + "\n" + text
	}
	_, err := games.ByName(name)
	switch {
	case name == latencyPart:
		return show(r.latencyPicture(), "Delay of answers", r.latencyText((*report.Table).Markdown)), true
	case name == "contention" || err == nil && name != r.Setup.Game:
		return "", true
	case err != nil:
		return "", false
	}
	return show(r.scalingPicture(), "Nodes per second and speed to a depth, by those of one thread", r.scalingText((*report.Table).Markdown)), true
}

// Text implements [measure.Report].
func (r *Report) Text() string {
	var list []string
	for _, part := range []struct{ name, text string }{
		{r.Setup.Game, r.scalingText((*report.Table).Text)},
		{latencyPart, r.latencyText((*report.Table).Text)},
	} {
		if part.text != "" {
			list = append(list, r.setup(part.name)+"\n"+part.text)
		}
	}
	if len(list) == 0 {
		return measure.Nothing + report.Bullets(r.notes(nil))
	}
	text := strings.Join(list, "\n")
	if !r.Complete {
		text += measure.Interrupted
	}
	return text
}

// setup says how a part was measured.
func (r *Report) setup(part string) string {
	s := &r.Setup
	text := s.On(r.Began) + ": "
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

// scalingText returns the tables of the scaling, written by write, with notes; empty if
// nothing was measured.
func (r *Report) scalingText(write func(*report.Table) string) string {
	rows := r.Rows()
	if len(rows) == 0 {
		return ""
	}
	return "Nodes per second:\n\n" + write(ratioTable(rows, "Nodes/s",
		func(row *Row) string { return report.Count(float64(row.Speed)) }, func(row *Row) *Ratio { return &row.Nodes })) +
		"\nTime to the depth:\n\n" + write(ratioTable(rows, "Seconds",
		func(row *Row) string { return figures(row.Time) }, func(row *Row) *Ratio { return &row.Depth })) +
		report.Bullets(r.notes(rows))
}

// notes explains the rows.
func (r *Report) notes(rows []Row) (notes []string) {
	for _, row := range rows {
		if row.Stopped > 0 {
			notes = append(notes, fmt.Sprintf("%s, %s: %d searches were stopped after %v and count with that time, so that the ratios of times are bounds.",
				row.Engine, threads(row.Threads), row.Stopped, r.Setup.limit()))
		}
	}
	for _, l := range r.LeftOut() {
		notes = append(notes, fmt.Sprintf("%s: %s left out, since %s: `%s`.", l.Engine, cli.Plural(len(l.Positions), "position"), l.Why, strings.Join(l.Positions, "`, `")))
	}
	for engine := range r.Setup.Engines {
		if m := r.matrix(engine); m.broken {
			notes = append(notes, r.Setup.Engines[engine].Name+": a run is not complete, and counts only if there is no other.")
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

// latencyText returns the table of the latency, written by write, with the faults; empty
// if nothing was measured.
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
	return write(t) + report.Bullets(failed(r.blockFaults()))
}

// words returns what a question measures.
func (q Question) words() string {
	if q == MoveTime {
		return "after go movetime"
	}
	return "after stop"
}

// mostFaults limits the list of faults: one says as much as a hundred.
const mostFaults = 10

// failed shortens a list of faults.
func failed(faults []string) []string {
	if n := len(faults); n > mostFaults {
		return append(faults[:mostFaults:mostFaults], fmt.Sprintf("and %s more", cli.Plural(n-mostFaults, "fault")))
	}
	return faults
}

func figures(x Figure) string { return report.Figures(float64(x)) }

// span returns a range, nothing if it is not known.
func span(low, high Figure) string {
	if !low.Known() || !high.Known() {
		return ""
	}
	return figures(low) + "–" + figures(high)
}

func milliseconds(x Figure) string {
	if !x.Known() {
		return ""
	}
	return report.Typeset(fmt.Sprintf("%.2f", x))
}
