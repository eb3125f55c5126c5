package main

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// Every subcommand is in docs/use/options.md and explains itself.
func TestSubcommandsAreExplained(t *testing.T) {
	page, err := os.ReadFile("../../docs/use/options.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range program().Commands() {
		if c.Name == "help" {
			continue
		}
		if !strings.Contains(string(page), "`nitoryu "+c.Name+"`") {
			t.Errorf("docs/use/options.md does not mention %s", c.Name)
		}
		var out strings.Builder
		if err := run([]string{c.Name, "--help"}, cli.Streams{Out: &out, Err: &out}); err != nil {
			t.Errorf("%s --help: %v", c.Name, err)
		}
		if !strings.Contains(out.String(), "nitoryu "+c.Name) {
			t.Errorf("%s --help says %q", c.Name, out.String())
		}
	}
}

// Help fits terminals of 80 columns, and both ways to ask for it print the same.
func TestHelpFitsATerminal(t *testing.T) {
	for _, name := range append(program().Names(), "") {
		help, err := call(t, strings.Fields("help "+name)...)
		if err != nil {
			t.Errorf("help %s: %v", name, err)
		}
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 || strings.Contains(line, "\t") {
				t.Errorf("help %s: %d characters, or a tab: %s", name, n, line)
			}
		}
		if other, err := call(t, strings.Fields(name+" --help")...); err != nil || other != help {
			t.Errorf("%s --help: error %v, says\n%s\nnot\n%s", name, err, other, help)
		}
	}
}
