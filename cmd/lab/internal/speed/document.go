package speed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// Format is the format of the journals.
const Format = "nitoryu-lab-speed-1"

// Kinds of results in a log.
const (
	samples  = "sample"
	profiles = "profile"
)

// Report is what was measured.
type Report struct {
	Setup    Setup               `json:"setup"`
	Began    time.Time           `json:"began"`
	Complete bool                `json:"complete"`
	Jobs     map[string][]Job    `json:"jobs"`              // by part
	Profile  *Profile            `json:"profile,omitempty"` // nil: none
	Faults   map[string][]string `json:"faults,omitempty"`  // by part
	runs     map[string]int      // by part
}

// NewReport returns the report of a log with that setup. An error names the line of the
// journal that makes no sense.
func NewReport(s *Setup, l *measure.Log) (*Report, error) {
	r := &Report{Setup: *s, Began: l.Began, Complete: l.Complete, Jobs: map[string][]Job{}, Faults: map[string][]string{}, runs: map[string]int{}}
	list, err := measure.All(l, samples, r.check)
	if err != nil {
		return nil, err
	}
	for _, x := range list {
		r.runs[x.Part] = max(r.runs[x.Part], x.Run+1)
	}
	for _, x := range list {
		r.add(x)
	}
	parts, err := measure.All(l, profiles, func(stored) error { return nil })
	if err != nil {
		return nil, err
	}
	if r.runs[ProfilePart] = len(parts); len(parts) > 0 {
		if r.Profile, err = merged(parts); err != nil {
			r.fault(ProfilePart, "%s, profile: %v.", s.Engines[0].Name, err)
		}
	}
	for _, e := range s.Engines {
		if e.NoPerft && r.Jobs[PerftPart] != nil {
			r.fault(PerftPart, "%s is left out: it does not count moves.", e.Name)
		}
	}
	for _, name := range s.Refused {
		if r.Jobs[VariantsPart] != nil {
			r.fault(VariantsPart, "%s refuses %s here.", s.Engines[0].Name, name)
		}
	}
	return r, nil
}

// engines returns the names of those that are measured in a part.
func (r *Report) engines(part string) (names []string) {
	list := r.Setup.Engines
	if part == VariantsPart && len(list) > 0 {
		list = append(list[:1:1], r.Setup.Variants...)
	}
	for _, e := range list {
		if part != PerftPart || !e.NoPerft {
			names = append(names, e.Name)
		}
	}
	return names
}

func (r *Report) check(x Sample) error {
	const mostRuns = 1e6
	if !slices.Contains(r.engines(x.Part), x.Engine) || x.Run < 0 || x.Run > mostRuns || x.Fault == "" && x.check() != nil {
		return fmt.Errorf("this is no sample: %+v", x)
	}
	return nil
}

// add takes in a sample.
func (r *Report) add(x Sample) {
	jobs := r.Jobs[x.Part]
	i := slices.IndexFunc(jobs, func(j Job) bool { return j.Name == x.Job })
	if i < 0 {
		i = len(jobs)
		jobs = append(jobs, Job{Name: x.Job})
		for _, name := range r.engines(x.Part) {
			jobs[i].Rows = append(jobs[i].Rows, Row{Name: name, Speeds: make([]float64, r.runs[x.Part])})
		}
		r.Jobs[x.Part] = jobs
	}
	row := &jobs[i].Rows[slices.Index(r.engines(x.Part), x.Engine)]
	if row.Fault = x.Fault; x.Fault != "" {
		r.fault(x.Part, "%s, %s: %s.", x.Engine, x.Job, x.Fault)
		return
	}
	row.Speeds[x.Run] = float64(x.Nodes) / x.Time.Seconds()
}

func (r *Report) fault(part, format string, args ...any) {
	r.Faults[part] = append(r.Faults[part], fmt.Sprintf(format, args...))
}

// how says how a part was measured.
func (r *Report) how(part string) string {
	s := &r.Setup
	where := "wherever the system put it"
	if s.Core >= 0 {
		where = fmt.Sprintf("on processor %d", s.Core)
	}
	runs := cli.Plural(r.runs[part], "run")
	text := s.On(r.Began)
	switch part {
	case ProfilePart:
		return fmt.Sprintf("%s, the bench of %s, %s.\n", text, s.Game, runs)
	case SearchPart:
		text += fmt.Sprintf(", searches of %v, one thread, tables of %d MiB", s.MoveTime.Round(time.Millisecond), s.Hash)
	}
	return fmt.Sprintf("%s, %s, %s %s, one process at a time.\n", text, runs, timeKind, where)
}

// Part implements [measure.Report]. The name of a part is one of [Parts], a space, and a
// game.
func (r *Report) Part(name string, pictures *report.Pictures) (text string, known bool) {
	part, game, _ := strings.Cut(name, " ")
	if _, err := games.ByName(game); err != nil || !slices.Contains(Parts(), part) {
		return "", false
	}
	if game != r.Setup.Game {
		return "", true
	}
	if text = r.text(part, (*report.Table).Markdown); text != "" && !r.Complete {
		text += measure.Interrupted
	}
	picture := pictures.Add(part+"-"+game, "Nodes per second, by those of the first", ratioPicture(r.Jobs[part], game+": "+part))
	if part == ProfilePart && r.Profile != nil {
		picture = pictures.Add("flame-"+game, "Where the bench spends its time", r.Profile.picture(game))
	}
	if picture != "" {
		text += "\n" + picture
	}
	return text, true
}

// Text implements [measure.Report].
func (r *Report) Text() string {
	var list []string
	for _, part := range Parts() {
		if text := r.text(part, (*report.Table).Text); text != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return measure.Nothing
	}
	text := strings.Join(list, "\n")
	if !r.Complete {
		text += measure.Interrupted
	}
	return text
}

// text returns the results of a part, with its table written by write; empty if it was not
// measured.
func (r *Report) text(part string, write func(*report.Table) string) string {
	t := speedTable(r.Jobs[part])
	switch {
	case part == ProfilePart && r.Profile != nil:
		t = r.Profile.table()
	case len(r.Jobs[part]) == 0 && len(r.Faults[part]) == 0:
		return ""
	}
	return r.how(part) + "\n" + write(t) + report.Bullets(r.Faults[part])
}

// speedTable shows jobs.
func speedTable(jobs []Job) *report.Table {
	t := &report.Table{Align: "llrrrrr"}
	t.Row("Job", "Engine", "Million nodes/s", "By the first", "Lowest run", "Highest run", "Runs")
	for _, j := range jobs {
		for i := range j.Rows {
			row := &j.Rows[i]
			known := row.known()
			runs, speed := len(known), measure.Median(known)/1e6
			switch ratio, ok := j.ratio(i); {
			case row.Fault != "":
				t.Row(j.Name, row.Name, "failed", "", "", "", fmt.Sprint(runs))
			case runs == 0:
				t.Row(j.Name, row.Name, "not measured", "", "", "", "0")
			case i == 0 || !ok:
				t.Row(j.Name, row.Name, figures(speed), "", "", "", fmt.Sprint(runs))
			default:
				t.Row(j.Name, row.Name, figures(speed), figures(ratio.Median), figures(ratio.Low), figures(ratio.High), fmt.Sprint(runs))
			}
		}
	}
	return t
}

// table shows the packages with at least a thousandth of the time.
func (p *Profile) table() *report.Table {
	t := &report.Table{Align: "lr"}
	t.Row("Package", "Share of time")
	for _, s := range p.Packages {
		if s.Part >= 0.001 {
			t.Row(s.Package, report.Percent(s.Part))
		}
	}
	return t
}

// figures returns a positive number with three significant figures or more.
func figures(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", x), ".")
}
