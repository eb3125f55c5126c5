package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// tool is a program with one job, which counts its arguments.
func tool() *Program {
	return &Program{
		Name: "tool", Title: "The Tool", Before: "A tool for tests.", After: "That is all.\n",
		Jobs: []Command{{"count", "count the words", func(args []string, s Streams) error {
			f := NewFlags("tool count", "[flags]", "Counts words.", s)
			rest, err := Parse(f, args)
			if err == nil {
				fmt.Fprintln(s.Out, len(rest))
			}
			return err
		}}},
	}
}

func TestProgram(t *testing.T) {
	const help = "A tool for tests.\n\n  tool count    count the words\n"
	tests := []struct {
		name, args string
		found      bool
		begins     string // of what is printed
		fault      string
	}{
		{"nothing", "", false, "", ""},
		{"a job", "count a b", true, "2\n", ""},
		{"another word", "add a b", false, "", ""},
		{"another flag", "--count", false, "", ""},
		{"a word that holds a name", "counts", false, "", ""},
		{"the flag for help", "--help", true, help, ""},
		{"help", "help", true, help, ""},
		{"help with a flag", "help -h", true, help, ""},
		{"help of a job", "help count", true, "tool count [flags]\n\nCounts words.\n", ""},
		{"a job's flag for help", "count x --help", true, "tool count [flags]\n\nCounts words.\n", ""},
		{"help of the version", "help version", true, "tool version\n\nPrints the release", ""},
		{"help of help", "help help", true, help, ""},
		{"help of something misspelt", "help cuont", true, "", `help: there is no subcommand "cuont"; did you mean "count"?`},
		{"help of something else", "help add", true, "", `help: there is no subcommand "add"; choose count, version or help`},
		{"the version", "version", true, "The Tool " + Version, ""},
		{"the flag for the version", "--version", true, "The Tool " + Version, ""},
		{"the short flag for the version", "-version", true, "The Tool " + Version, ""},
		{"the version of something", "version 3", true, "", `version: "3" is one word too many; see tool version --help`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, log strings.Builder
			found, err := tool().Run(strings.Fields(test.args), Streams{Out: &out, Err: &log})
			if fault := fmt.Sprint(err); found != test.found || test.fault == "" && err != nil || test.fault != "" && fault != test.fault {
				t.Errorf("found %v, error %v", found, err)
			}
			if !strings.HasPrefix(out.String(), test.begins) || (test.begins == "") != (out.Len() == 0) || log.Len() > 0 {
				t.Errorf("said %q and %q", out.String(), log.String())
			}
		})
	}
}

// A summary that is longer than a line goes on below itself, and is no command of a shell.
func TestLongSummaries(t *testing.T) {
	p := tool()
	p.Jobs[0].Summary = "count the words of all texts, however many there are, and print a line with their number"
	var out strings.Builder
	if _, err := p.Run([]string{"help"}, Streams{Out: &out}); err != nil {
		t.Fatal(err)
	}
	const want = "\n  tool count    count the words of all texts, however many there are, and print\n" +
		"                a line with their number\n  tool version  print the version\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("it says\n%s", out.String())
	}
}

func TestUnlessHelp(t *testing.T) {
	if broken := errors.New("broken"); UnlessHelp(broken) != broken || UnlessHelp(fmt.Errorf("job: %w", ErrHelp)) != nil {
		t.Error("errors and help are taken for each other")
	}
}

func TestNoTerminalBehindABuilder(t *testing.T) {
	if Terminal(new(strings.Builder)) != nil {
		t.Error("a builder is taken for a terminal")
	}
	if Typed(strings.NewReader("")) {
		t.Error("a reader is taken for a terminal")
	}
}
