package main

import (
	"os"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// The option tables of the README are those of the code.
func TestReadmeShowsTheOptions(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(readme), "\r\n", "\n")
	for _, d := range []protocol.Dialect{uci.Dialect{}, usi.Dialect{}} {
		_, rest, found := strings.Cut(text, "<!-- "+d.Name()+" options -->\n")
		table, _, closed := strings.Cut(rest, "\n<!-- end -->")
		if !found || !closed {
			t.Errorf("the README has no markers for the %s options", d.Name())
			continue
		}
		if want := strings.TrimSpace(protocol.MarkdownOptions(d)); table != want {
			t.Errorf("the %s options in the README are not those of nitoryu options:\n%s", d.Name(), want)
		}
	}
}

// Every subcommand is in the README and explains itself.
func TestSubcommandsAreExplained(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range subcommands() {
		if c.Name == "help" || c.Name == "version" {
			continue
		}
		if !strings.Contains(string(readme), "`nitoryu "+c.Name+"`") {
			t.Errorf("the README does not mention %s", c.Name)
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
