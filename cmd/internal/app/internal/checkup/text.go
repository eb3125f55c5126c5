package checkup

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// Nothing is the text for a machine without faults, advice and warnings.
const Nothing = "Nothing: this machine is set up well."

// Line is a line of the report: its subject, and what is known about it.
type Line struct{ Head, Text string }

const unknown = "unknown"

// Lines returns the report as lines for people, without advice.
func (r Report) Lines() []Line {
	lines := append([]Line{{"version", r.Version}}, r.Processor.Lines()...)
	add := func(head, format string, values ...any) {
		lines = append(lines, Line{head, fmt.Sprintf(format, values...)})
	}
	add("threads", "%s, %s: set Threads to %d", cli.Plural(r.Threads.Processors, "processor"), r.Threads.limits(), r.Threads.Advised)
	add("memory", "%s, %s available: set Hash or USI_Hash up to %d", size(r.Memory.Total), size(r.Memory.Available), r.Memory.Hash)
	add("huge pages", "%s", r.Pages.offered())
	add("test table", "%s", r.Pages.tested())
	add("memory nodes", "%s", nodes(r.Nodes))
	for _, n := range r.Networks {
		if n.Bytes == 0 {
			add(n.Game+" net", "none in this binary: %s", n.Name)
			continue
		}
		add(n.Game+" net", "%s, embedded, %.1f MiB, SHA-256 %.16s...", n.Name, float64(n.Bytes)/(1<<20), n.Hash)
	}
	for _, b := range r.Books {
		add("book", "%s", b.text())
	}
	if r.Tables != nil {
		add("tables", "%s", r.Tables.text())
	}
	for _, s := range r.Speeds {
		share := unknown
		if s.Share != nil {
			share = fmt.Sprintf("%d %%", *s.Share)
		}
		add(s.Game+" speed", "%.0f nodes/s with %s, processor time %s", s.Nodes, cli.Plural(s.Threads, "thread"), share)
	}
	add("timer", "a sleep of 1 ms ends %.2f ms late, the worst of %d %.2f ms", float64(r.Timer.Median)/1000, r.Timer.Sleeps, float64(r.Timer.Worst)/1000)
	steal := unknown
	if r.Steal != nil {
		steal = fmt.Sprintf("%.1f %% of the processors' time", *r.Steal)
	}
	add("steal time", "%s", steal)
	return lines
}

// Changes returns what to change: first the faults, last what disturbs the engine now.
func (r Report) Changes() []string {
	var all []string
	for _, f := range r.Faults {
		all = append(all, "Broken: "+f)
	}
	all = append(append(all, r.Advice...), r.Warnings...)
	if len(all) == 0 {
		return []string{Nothing}
	}
	return all
}

// Lines describes the processor for people.
func (p Processor) Lines() []Line {
	name := p.Name
	if name == "" {
		name = "unknown: a build without assembly, or not amd64"
	}
	return []Line{
		{"built for", p.System}, {"processor", name}, {"best level", p.Best}, {"used level", p.Used},
		{"POPCNT", p.POPCNT}, {"PEXT", p.PEXT},
		{"chess moves", p.Chess}, {"shogi moves", p.Shogi}, {"networks", p.Networks},
	}
}

func (t Threads) limits() string {
	switch {
	case t.Quota == nil:
		return "limits unknown"
	case *t.Quota == 0:
		return "no limit by control groups"
	}
	return fmt.Sprintf("%.3g allowed by control groups", *t.Quota)
}

func (p Pages) offered() string {
	text := "transparent " + unknown
	if p.Transparent != nil && *p.Transparent == "" {
		text = "no transparent ones"
	} else if p.Transparent != nil {
		text = "transparent " + *p.Transparent
	}
	if p.Reserved == nil || p.Free == nil {
		return text + ", reserved " + unknown
	}
	return fmt.Sprintf("%s, reserved %d, %d of them free", text, *p.Reserved, *p.Free)
}

func (p Pages) tested() string {
	if p.Table == "" {
		return "failed"
	}
	text := fmt.Sprintf("%d MiB in %s", p.TableMiB, p.Table)
	if p.Huge == nil {
		return text
	}
	return fmt.Sprintf("%s: %d %% are huge", text, *p.Huge)
}

func nodes(all []Node) string {
	if len(all) == 0 {
		return unknown
	}
	var counts []string
	for _, n := range all {
		counts = append(counts, fmt.Sprint(len(n.Processors)))
	}
	return fmt.Sprintf("%d, with %s processors", len(all), strings.Join(counts, " + "))
}

func (b Book) text() string {
	switch {
	case b.Late:
		return b.File + ": not read to the end in time"
	case b.Text == "":
		return b.File + ": broken"
	}
	return fmt.Sprintf("%s; %s for the initial position", b.Text, cli.Plural(b.Moves, "move"))
}

func (t Tables) text() string {
	if t.Late {
		return t.Path + ": not all were checked in time"
	}
	return fmt.Sprintf("%s with results, %d with distances, up to %d pieces", cli.Plural(t.Results, "file"), t.Lengths, t.Men)
}

// size writes a number of bytes.
func size(bytes *uint64) string {
	if bytes == nil {
		return unknown
	}
	return fmt.Sprintf("%.1f GiB", float64(*bytes)/(1<<30))
}
