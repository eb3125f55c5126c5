package main

import (
	"os"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

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
