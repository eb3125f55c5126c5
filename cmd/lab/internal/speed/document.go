package speed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
	"github.com/nitoryu/nitoryu/games"
)

// Report is what was measured.
type Report struct {
	Game    string
	Jobs    map[string][]Job    // by part
	Profile *Profile            // nil if there is none
	Faults  map[string][]string // by part
	setup   string              // when and where it was measured
	how     map[string]string   // by part
}

func newReport(c *Config) *Report {
	where := "wherever the system put it"
	if c.Core >= 0 {
		where = fmt.Sprintf("on processor %d", c.Core)
	}
	runs := fmt.Sprintf(", %s, %s %s, one process at a time.\n", cli.Plural(c.Runs, "run"), timeKind, where)
	r := &Report{
		Game: c.Game.Name, Jobs: map[string][]Job{}, Faults: map[string][]string{},
		setup: fmt.Sprintf("Measured on %s, %s", c.Began.Format("2 January 2006"), c.Platform),
		how: map[string]string{
			PerftPart: runs, VariantsPart: runs, ProfilePart: fmt.Sprintf(", the bench of %s, %s.\n", c.Game.Name, cli.Plural(c.Runs, "run")),
			SearchPart: fmt.Sprintf(", searches of %v, one thread, tables of %d MiB%s", c.MoveTime.Round(time.Millisecond), c.Hash, runs),
		},
	}
	for _, e := range c.Engines {
		if e.NoPerft && slices.Contains(c.Parts, PerftPart) {
			r.Faults[PerftPart] = append(r.Faults[PerftPart], e.Name+" is left out: it does not count moves.")
		}
	}
	for _, name := range c.Refused {
		r.Faults[VariantsPart] = append(r.Faults[VariantsPart], c.Engines[0].Name+" refuses "+name+" here.")
	}
	return r
}

// fault notes why an engine did not do a job, and returns the reason.
func (r *Report) fault(part string, e *Engine, job string, err error) string {
	r.Faults[part] = append(r.Faults[part], fmt.Sprintf("%s, %s: %v.", e.Name, job, err))
	return err.Error()
}

// Part returns a measured part of a page with its name, whole lines or nothing, and
// adds the picture that it shows, by the name of its file beside the page, which
// begins with prefix. known says that there is a part with that name: one of [Parts],
// a blank, and a game.
func (r *Report) Part(name, prefix string, pictures map[string]string) (text string, known bool) {
	part, game, _ := strings.Cut(name, " ")
	if _, err := games.ByName(game); err != nil || !slices.Contains(Parts(), part) {
		return "", false
	}
	if game != r.Game {
		return "", true
	}
	text = r.text(part, (*report.Table).Markdown)
	file, alt, picture := prefix+part+"-"+game+".svg", "Nodes per second, by those of the first", ratioPicture(r.Jobs[part], game+": "+part)
	if part == ProfilePart && r.Profile != nil {
		file, alt, picture = prefix+"flame-"+game+".svg", "Where the time of the bench goes", r.Profile.picture(game)
	}
	if picture != "" {
		pictures[file] = picture
		text += fmt.Sprintf("\n![%s](%s)\n", alt, file)
	}
	return text, true
}

// Text returns the tables for a terminal.
func (r *Report) Text() string {
	var list []string
	for _, part := range Parts() {
		if text := r.text(part, (*report.Table).Text); text != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return "nothing was measured\n"
	}
	return strings.Join(list, "\n")
}

// text returns what a part came to, with its table written by write; empty if it was
// not measured.
func (r *Report) text(part string, write func(*report.Table) string) string {
	faults := r.Faults[part]
	t := speedTable(r.Jobs[part])
	switch {
	case part == ProfilePart && r.Profile != nil:
		t = r.Profile.table()
	case len(r.Jobs[part]) == 0 && len(faults) == 0:
		return ""
	}
	text := r.setup + r.how[part] + "\n" + write(t)
	if len(faults) > 0 {
		text += "\n"
	}
	for _, f := range faults {
		text += "- " + strings.Join(strings.Fields(f), " ") + "\n"
	}
	return text
}

// speedTable shows jobs.
func speedTable(jobs []Job) *report.Table {
	t := &report.Table{Align: "llrrrrr"}
	t.Row("Job", "Engine", "Million nodes/s", "By the first", "Lowest run", "Highest run", "Runs")
	for _, j := range jobs {
		for i := range j.Rows {
			row := &j.Rows[i]
			runs := 0
			for _, v := range row.Speeds {
				if v > 0 {
					runs++
				}
			}
			switch ratio, ok := j.ratio(i); {
			case row.Fault != "":
				t.Row(j.Name, row.Name, "failed", "", "", "", fmt.Sprint(runs))
			case runs == 0:
				t.Row(j.Name, row.Name, "not measured", "", "", "", "0")
			case i == 0 || !ok:
				t.Row(j.Name, row.Name, figures(row.speed()/1e6), "", "", "", fmt.Sprint(runs))
			default:
				t.Row(j.Name, row.Name, figures(row.speed()/1e6), figures(ratio.Median), figures(ratio.Low), figures(ratio.High), fmt.Sprint(runs))
			}
		}
	}
	return t
}

// table shows the rooms that have a thousandth of the time or more.
func (p *Profile) table() *report.Table {
	t := &report.Table{Align: "lr"}
	t.Row("Room", "Share of time")
	for _, s := range p.Rooms {
		if s.Part >= 0.001 {
			t.Row(s.Room, percent(s.Part))
		}
	}
	return t
}

func percent(part float64) string { return fmt.Sprintf("%.1f %%", 100*part) }

// figures returns a positive number with three significant figures or more.
func figures(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", x), ".")
}
