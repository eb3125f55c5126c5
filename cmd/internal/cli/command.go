package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/internal/spelling"
)

// Streams are the standard streams of a command, or a test's.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Language *Language // of the messages written to them
}

// Command is one row of a table of subcommands.
type Command struct {
	Name    string
	Summary string
	Run     func(args []string, s Streams) error
}

// Program is a program with subcommands.
type Program struct {
	Name          string    // of the program file
	Title         string    // in the output of version
	Jobs          []Command // except version and help
	Before, After string    // texts around the list of subcommands in its help
}

// Commands returns all subcommands: the jobs, version and help.
func (p *Program) Commands() []Command {
	return append(p.Jobs[:len(p.Jobs):len(p.Jobs)],
		Command{"version", "print the version", p.version},
		Command{"help", "print this text, or the help of a subcommand", p.help})
}

// Run executes the subcommand that args begin with, or --help or --version. found is false if
// args begin with anything else. Whatever names are in its output, a terminal shows them and
// obeys no control sequence in them.
func (p *Program) Run(args []string, s Streams) (found bool, err error) {
	if len(args) == 0 {
		return false, nil
	}
	s = s.guarded()
	name := args[0]
	switch {
	case IsHelp(name):
		name = "help"
	case name == "-version" || name == "--version":
		name = "version"
	}
	for _, c := range p.Commands() {
		if c.Name == name {
			return true, UnlessHelp(c.Run(args[1:], s))
		}
	}
	return false, nil
}

func (p *Program) version(args []string, s Streams) error {
	f := NewFlags(p.Name+" version", "", "Prints the release, the revision of the source and the release of Go.", s)
	rest, err := Parse(f, args)
	if err != nil {
		return err
	}
	if err := NoMore(f, rest); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.Out, About(p.Title))
	return err
}

func (p *Program) help(args []string, s Streams) error {
	if len(args) == 0 || IsHelp(args[0]) {
		text := cmp.Or(s.Language.help(p.Name).Details, p.Before) + "\n\n" + p.summaries(s.Language) + "\n" + cmp.Or(s.Language.help(p.Name).Summary, p.After)
		_, err := io.WriteString(s.Out, layOut(p.Name, text))
		return err
	}
	for _, c := range p.Commands() {
		if c.Name == args[0] {
			return c.Run([]string{"--help"}, s)
		}
	}
	return fmt.Errorf("help: %w", Unknown("subcommand", args[0], p.Names()))
}

// Names lists the subcommands.
func (p *Program) Names() (names []string) {
	for _, c := range p.Commands() {
		names = append(names, c.Name)
	}
	return names
}

// summaries lists the subcommands with their summaries.
func (p *Program) summaries(l *Language) string {
	width := 0
	for _, name := range p.Names() {
		width = max(width, len(name))
	}
	var b strings.Builder
	for _, c := range p.Commands() {
		head := fmt.Sprintf("  %s %-*s  ", p.Name, width, c.Name)
		lines := fill(cmp.Or(l.help(p.Name+" "+c.Name).Summary, c.Summary), len(head))
		lines[0] = head + strings.TrimLeft(lines[0], " ")
		b.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return b.String()
}

// Unknown returns the error for a word that is not among a few known ones. It suggests the word
// that may be meant, or lists all.
func Unknown(what, word string, known []string) error {
	hint := spelling.Hint(word, known)
	if hint == "" {
		hint = "; choose " + Listed(known, "or")
	}
	return fmt.Errorf("there is no %s %q%s", what, word, hint)
}

// ErrHelp says that the user asked for help and got it, which is a success.
var ErrHelp = errors.New("help")

// IsHelp reports whether an argument asks for help.
func IsHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// UnlessHelp returns nil for ErrHelp and other errors as they are.
func UnlessHelp(err error) error {
	if errors.Is(err, ErrHelp) {
		return nil
	}
	return err
}
