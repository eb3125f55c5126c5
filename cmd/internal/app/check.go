package app

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/checkup"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// check prints how this machine is set up and what to change.
func check(args []string, s cli.Streams) error {
	o := checkup.Usual()
	f := cli.NewFlags("nitoryu check", "[flags]", "Checks in less than 5 seconds, with all processors, how this machine is set up for\n"+
		"the engine, and says what to change. See docs/operate/operators.md for what each line means.\n"+
		"The exit status is 1 only if something is broken.\n", s)
	f.StringVar(&o.Tables, "syzygy", "", "open and check the endgame tables in these `folders`")
	var books cli.List
	f.Var(&books, "book", "open and check the opening book in this `file`; may be repeated")
	script := f.Bool("json", false, "print JSON, for scripts")
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	o.Version, o.Books = cli.About("Nitoryu"), books
	return report(checkup.Measure(o), *script, s)
}

// report prints a report, and returns an error if anything is broken.
func report(r *checkup.Report, script bool, s cli.Streams) error {
	if script {
		e := json.NewEncoder(s.Out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(r); err != nil {
			return fmt.Errorf("check: %w", err)
		}
	} else if err := printReport(r, s); err != nil {
		return err
	}
	if n := len(r.Faults); n > 0 {
		return fmt.Errorf("check: %s of this machine or its files", cli.Plural(n, "fault"))
	}
	return nil
}

// printReport prints a report for people.
func printReport(r *checkup.Report, s cli.Streams) error {
	if err := printLines(s, r.Lines()); err != nil {
		return err
	}
	style := cli.StyleOf(s.Out)
	changes := r.Changes()
	text := "\n" + style.Strong("What to change") + "\n"
	for _, line := range changes {
		if line != checkup.Nothing {
			line = style.Warning(line)
		}
		text += "  " + line + "\n" // not wrapped, so that commands in it can be copied
	}
	_, err := fmt.Fprint(s.Out, text)
	return err
}

// printLines prints lines with their heads in a column, cut to the width of a terminal.
func printLines(s cli.Streams, lines []checkup.Line) error {
	width := 0
	for _, l := range lines {
		width = max(width, len(l.Head))
	}
	size := cli.Size(s.Out)
	var text strings.Builder
	for _, l := range lines {
		line := fmt.Sprintf("%-*s  %s", width, l.Head, l.Text)
		if size != nil {
			columns, _ := size()
			line = cli.Cut(line, columns)
		}
		text.WriteString(line + "\n")
	}
	_, err := fmt.Fprint(s.Out, text.String())
	return err
}
