package main

import (
	"errors"
	"flag"
	"fmt"
)

// errHelp says that help was asked for and given.
var errHelp = errors.New("help")

// newFlags returns the flag set of a subcommand; synopsis follows its name in
// the help text, details below.
func newFlags(name, synopsis, details string, s streams) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(s.err)
	f.Usage = func() {
		fmt.Fprintf(s.out, "nitoryu %s %s\n\n%s\n", name, synopsis, details)
		f.SetOutput(s.out)
		f.PrintDefaults()
	}
	return f
}

// parseFlags parses args and returns the rest; flags may stand before, between
// and behind other arguments. The error is errHelp if help was asked for.
func parseFlags(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, errHelp
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

// unlessHelp returns nil for errHelp and other errors as they are.
func unlessHelp(err error) error {
	if errors.Is(err, errHelp) {
		return nil
	}
	return err
}

// isSet reports whether the flag with that name was given.
func isSet(f *flag.FlagSet, name string) (set bool) {
	f.Visit(func(given *flag.Flag) { set = set || given.Name == name })
	return set
}
