//go:build !js

package app

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// Every subcommand explains itself.
func TestSubcommandsExplainThemselves(t *testing.T) {
	for _, c := range program().Commands() {
		if c.Name == "help" {
			continue
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

// Commands that the READMEs name exist, with their flags.
func TestReadmesNameCommands(t *testing.T) {
	command := regexp.MustCompile("(?:\\./cmd/|`)nitoryu ([a-z]+)([^`\n#]*)")
	flags := regexp.MustCompile(`\s--([a-z]+)`)
	for _, name := range []string{"README.md", "README.ja.md"} {
		page, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		found := command.FindAllStringSubmatch(string(page), -1)
		for _, m := range found {
			help, err := call(t, m[1], "--help")
			if err != nil || !strings.HasPrefix(help, "nitoryu "+m[1]) {
				t.Errorf("%s names nitoryu %s, which does not exist: %v", name, m[1], err)
			}
			for _, f := range flags.FindAllStringSubmatch(m[2], -1) {
				if !regexp.MustCompile(`(?m)^  --?` + f[1] + `\b`).MatchString(help) {
					t.Errorf("%s names nitoryu %s --%s, which does not exist", name, m[1], f[1])
				}
			}
		}
		if len(found) < 5 {
			t.Errorf("%s names only %d commands", name, len(found))
		}
	}
}
