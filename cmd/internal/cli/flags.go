package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/internal/spelling"
)

// NewFlags returns the flag set of a command. name consists of the names of the program and the
// subcommand. In the help text, synopsis follows name, and details stand below. Paragraphs of
// details are filled; lines that begin with a blank stay as they are.
func NewFlags(name, synopsis, details string, s Streams) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // Parse returns the errors
	f.Usage = func() {
		program, _, _ := strings.Cut(name, " ")
		command := strings.TrimSpace(name + " " + synopsis)
		help := s.Language.help(command)
		_, _ = io.WriteString(s.Out, command+"\n\n"+
			layOut(program, strings.Trim(cmp.Or(help.Details, details), "\n")+"\n")+listFlags(f, help.Flags, s.Language))
	}
	return f
}

// Parse parses args and returns the rest; flags may stand before, between and behind other
// arguments. If args ask for help, Parse prints it and returns ErrHelp; any other error begins
// with the name of the subcommand and says what to do.
func Parse(f *flag.FlagSet, args []string) (rest []string, err error) {
	usage := f.Usage
	f.Usage = func() {} // a page of help would hide the error
	defer func() { f.Usage = usage }()
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				usage()
				return nil, ErrHelp
			}
			return nil, fmt.Errorf("%s: %w", subcommand(f), explain(f, err))
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, f.Arg(0))
		args = f.Args()[1:]
	}
}

// ParseFlags is Parse for a command that takes only flags.
func ParseFlags(f *flag.FlagSet, args []string) error {
	rest, err := Parse(f, args)
	if err != nil {
		return err
	}
	return NoMore(f, rest)
}

// NoMore returns an error if a command that takes only flags got other arguments.
func NoMore(f *flag.FlagSet, rest []string) error {
	if len(rest) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s: %q is one word too many", subcommand(f), rest[0])
	if strings.Contains(rest[0], "=") {
		text += ": put quotes around words with blanks between them"
	}
	return errors.New(text + See(f))
}

// See returns the end of a message, which says where to read more.
func See(f *flag.FlagSet) string { return "; see " + f.Name() + " --help" }

// subcommand returns the name of the command without the name of the program.
func subcommand(f *flag.FlagSet) string {
	_, name, _ := strings.Cut(f.Name(), " ")
	return name
}

// The messages of package flag, whose errors have no types.
var (
	notDefined   = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	noArgument   = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	invalidValue = regexp.MustCompile(`^invalid (?:boolean )?value ("(?s:.*)") for (?:flag )?-([^:]*): ((?s:.*))$`)
)

// explain turns an error of package flag into one that says what to do.
func explain(f *flag.FlagSet, err error) error {
	if m := notDefined.FindStringSubmatch(err.Error()); m != nil {
		var names []string
		f.VisitAll(func(known *flag.Flag) { names = append(names, known.Name) })
		if near, ok := spelling.Nearest(m[1], names); ok {
			return fmt.Errorf("there is no flag --%s; did you mean --%s?", m[1], near)
		}
		return fmt.Errorf("there is no flag --%s%s", m[1], See(f))
	}
	if m := noArgument.FindStringSubmatch(err.Error()); m != nil {
		kind, usage := flag.UnquoteUsage(f.Lookup(m[1]))
		return fmt.Errorf("--%s needs a value (%s): %s", m[1], kind, strings.Join(strings.Fields(usage), " "))
	}
	m := invalidValue.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("%w%s", err, See(f))
	}
	value, name, reason := m[1], m[2], m[3]
	kind, _ := flag.UnquoteUsage(f.Lookup(name))
	if getter, ok := f.Lookup(name).Value.(flag.Getter); ok {
		if _, ok := getter.Get().(bool); ok {
			kind = "bool"
		}
	}
	switch {
	case strings.HasSuffix(reason, "value out of range"):
		reason = "is too large"
	case kind == "duration":
		reason = "is not a duration such as 5s, 500ms or 2m"
		if text, err := strconv.Unquote(value); err == nil {
			if _, err := strconv.ParseFloat(text, 64); err == nil {
				reason = fmt.Sprintf("needs a unit, e.g. %ss", text)
			}
		}
	case kind == "int":
		reason = "is not a whole number"
	case kind == "uint":
		reason = "is not a whole number of 0 or more"
	case kind == "float":
		reason = "is not a number"
	case kind == "bool":
		reason = "is neither true nor false"
	default:
		reason = "cannot be used: " + reason
	}
	return fmt.Errorf("--%s %s %s", name, value, reason)
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
