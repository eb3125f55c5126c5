package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/internal/report"
)

// Table is the result of a measure in a game.
type Table struct {
	Measure string   `json:"measure"`
	Game    string   `json:"game"`
	Doc     string   `json:"doc"`
	Rows    []Row    `json:"rows"`
	Notes   []string `json:"notes,omitempty"` // what was not measured, and why
}

// Row is the result of an engine.
type Row struct {
	Engine  string
	Threads int
	Job     string // "": all
	cells   []cell
}

// cell is a figure below a head.
type cell struct {
	key, head string
	Figure
	format func(float64) string
}

// MarshalJSON returns the row as one object. A figure is a number, null if it is not known,
// or a value with an interval.
func (r Row) MarshalJSON() ([]byte, error) {
	number := func(x float64) any {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return x
	}
	object := map[string]any{"engine": r.Engine, "threads": r.Threads}
	if r.Job != "" {
		object["job"] = r.Job
	}
	for _, c := range r.cells {
		object[c.key] = number(c.Value)
		if !math.IsNaN(c.Low) {
			object[c.key] = map[string]any{"value": number(c.Value), "low": number(c.Low), "high": number(c.High)}
		}
	}
	return json.Marshal(object)
}

// table makes a table of the samples.
func (r *runner) table(m *measure) Table {
	t := Table{Measure: m.name, Game: r.Game.Name, Doc: m.doc}
	if !m.each {
		t.add(r, m, "", r.samples)
		return t
	}
	for k, j := range r.jobs {
		alone := make([][][]Sample, len(r.samples))
		for i := range r.samples {
			alone[i] = r.samples[i][k : k+1]
		}
		t.add(r, m, j.name, alone)
	}
	return t
}

// add adds a row for each subject that has samples.
func (t *Table) add(r *runner, m *measure, name string, samples [][][]Sample) {
	// Engines that search to depths of their own cannot be compared.
	several, scaled := len(r.Engines) > 1 && len(r.depths) == 0, false
	for i := 1; i < len(r.subjects); i++ {
		scaled = scaled || r.subjects[i-1].engine == r.subjects[i].engine
	}
	for i, s := range r.subjects {
		w := row{own: samples[i], first: samples[r.index(func(o subject) bool { return o.engine == 0 && o.threads == s.threads })]}
		least := r.index(func(o subject) bool { return o.engine == s.engine })
		w.alone = samples[least]
		known, out := 0, 0
		for _, runs := range w.own {
			for _, x := range runs {
				if known += bit(x.known()); x.Fault != "" {
					t.Notes = append(t.Notes, fmt.Sprintf("%s: %s", r.label(s), x.Fault))
				}
			}
			out += bit(len(runs) > 0 && runs[0].Out)
		}
		if out > 0 && i == least {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %d of %s left out: a search ends by itself or at once there, or reports nothing", r.Engines[s.engine].Name, out, cli.Plural(len(w.own), "position")))
		}
		if known == 0 {
			continue
		}
		row := Row{Engine: r.Engines[s.engine].Name, Threads: s.threads, Job: name}
		for _, c := range m.columns {
			row.cells = append(row.cells, cell{c.key, c.head, c.of(&w), c.format})
		}
		if m.ratio != nil && several {
			row.compare("by_first", "by first", s.engine == 0, &w, w.first, m)
		}
		if m.ratio != nil && scaled {
			row.compare("by_fewest", fmt.Sprintf("by %d", r.subjects[0].threads), i == least, &w, w.alone, m)
		}
		t.Rows = append(t.Rows, row)
	}
}

// compare adds the ratio to other samples, or nothing if they are the same samples.
func (r *Row) compare(key, head string, same bool, w *row, others [][]Sample, m *measure) {
	f := plain(math.NaN())
	if !same {
		f = w.ratio(others, m.ratio)
	}
	r.cells = append(r.cells, cell{key, head, f, report.Figures})
}

// index returns the index of the first subject that fits, 0 if none does.
func (r *runner) index(fits func(subject) bool) int {
	return max(0, slices.IndexFunc(r.subjects, fits))
}

// Text returns the table in aligned columns.
func (t *Table) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n\n", t.Game, t.Measure, t.Doc)
	if len(t.Rows) > 0 {
		named := t.Rows[0].Job != ""
		text := report.Table{}
		line := func(job, engine, threadCount string) {
			text.Row()
			if named {
				text.Add(job)
			}
			text.Add(engine, threadCount)
		}
		line("job", "engine", "threads")
		text.Align = strings.Repeat("l", 1+bit(named)) + "r"
		for _, c := range t.Rows[0].cells {
			text.Add(c.head)
			text.Align += "r"
		}
		for _, r := range t.Rows {
			line(r.Job, r.Engine, fmt.Sprint(r.Threads))
			for _, c := range r.cells {
				text.Add(c.text())
			}
		}
		b.WriteString(text.Text())
	}
	for _, note := range t.Notes {
		b.WriteString("- " + note + "\n")
	}
	return b.String()
}

// text returns a figure with its interval.
func (c *cell) text() string {
	text := c.format(c.Value)
	if text != "" && !math.IsNaN(c.Low) {
		text += " (" + c.format(c.Low) + " to " + c.format(c.High) + ")"
	}
	return text
}
