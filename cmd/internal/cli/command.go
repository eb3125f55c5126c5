package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Streams are the standard streams of a command, or a test's.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Command is one row of a table of subcommands.
type Command struct {
	Name    string
	Summary string
	Run     func(args []string, s Streams) error
}

// Find returns the command with that name.
func Find(table []Command, name string) (Command, bool) {
	for _, c := range table {
		if c.Name == name {
			return c, true
		}
	}
	return Command{}, false
}

// Summaries lists the commands of program with their summaries, a line each.
func Summaries(program string, table []Command) string {
	width := 0
	for _, c := range table {
		width = max(width, len(c.Name))
	}
	var b strings.Builder
	for _, c := range table {
		fmt.Fprintf(&b, "  %s %-*s  %s\n", program, width, c.Name, c.Summary)
	}
	return b.String()
}

// IsHelp reports whether an argument asks for help.
func IsHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// ErrHelp says that help was asked for and given; a command then ends well.
var ErrHelp = errors.New("help")

// NewFlags returns the flag set of a command; name is the program's and the
// subcommand's, synopsis follows it in the help text, details below.
func NewFlags(name, synopsis, details string, s Streams) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(s.Err)
	f.Usage = func() {
		fmt.Fprintf(s.Out, "%s %s\n\n%s\n", name, synopsis, details)
		f.SetOutput(s.Out)
		f.PrintDefaults()
	}
	return f
}

// Parse parses args and returns the rest; flags may stand before, between and
// behind other arguments. The error is ErrHelp if help was asked for.
func Parse(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, ErrHelp
			}
			return nil, err
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, f.Arg(0))
		args = f.Args()[1:]
	}
}

// UnlessHelp returns nil for ErrHelp and other errors as they are.
func UnlessHelp(err error) error {
	if errors.Is(err, ErrHelp) {
		return nil
	}
	return err
}

// IsSet reports whether the flag with that name was given.
func IsSet(f *flag.FlagSet, name string) (set bool) {
	f.Visit(func(given *flag.Flag) { set = set || given.Name == name })
	return set
}

// List is a flag that may be given several times.
type List []string

// String implements flag.Value.
func (l *List) String() string { return strings.Join(*l, ", ") }

// Set implements flag.Value.
func (l *List) Set(text string) error {
	*l = append(*l, text)
	return nil
}
