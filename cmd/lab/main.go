package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

func program() *cli.Program {
	return &cli.Program{
		Name: "lab", Title: "The lab of Nitoryu",
		Jobs: []cli.Command{
			{Name: "arena", Summary: "matches between engines, with statistics and SPRT", Run: match},
			{Name: "check", Summary: "check an engine against its protocol, by a hundred questions", Run: checkEngine},
			{Name: "suite", Summary: "run EPD and SFEN test suites", Run: suites},
			{Name: "exercises", Summary: "make the exercises of the page of puzzles, rated by our levels", Run: makeExercises},
			{Name: "bench", Summary: "measure engines: speed, threads, delays, and what each technique of our search saves", Run: benchmark},
			{Name: "tune", Summary: "tune the parameters of our search by SPSA", Run: tune},
			{Name: "params", Summary: "list the parameters of our search", Run: parameters},
			{Name: "learn", Summary: "make ever stronger networks by games and training in turn", Run: learnNetworks},
			{Name: "datagen", Summary: "play games of our engine against itself, for training", Run: generate},
			{Name: "data", Summary: "statistics, shuffling, merging and export of such games", Run: data},
			{Name: "train", Summary: "train a network on such games", Run: trainNetwork},
			{Name: "gauge", Summary: "measure how far scores of networks are from scores of a stronger engine", Run: gaugeNetworks},
			{Name: "book", Summary: "make and show opening books", Run: openingBook},
			{Name: "docs", Summary: "update the generated parts of the documentation", Run: document},
		},
		Before: "lab is the workbench of engine authors, for chess and shogi, UCI and USI.",
		After:  "See lab help SUBCOMMAND.\n",
	}
}

func main() {
	if err := run(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, (*cli.Language)(nil).Failure("lab", err))
		os.Exit(1)
	}
}

// run executes the arguments of the command line.
func run(args []string, s cli.Streams) error {
	if len(args) == 0 {
		args = []string{"help"}
	}
	p := program()
	found, err := p.Run(args, s)
	switch {
	case found:
		return err
	case strings.HasPrefix(args[0], "-"):
		return fmt.Errorf("the flag %s has to follow a subcommand; see lab help", args[0])
	}
	return cli.Unknown("subcommand", args[0], p.Names())
}

// execute parses the arguments of a subcommand that takes only flags, and runs its job
// until it ends or is interrupted by Ctrl-C.
func execute(f *flag.FlagSet, args []string, job func(context.Context) error) error {
	if err := cli.ParseFlags(f, args); err != nil {
		return err
	}
	return interruptibly(strings.TrimPrefix(f.Name(), "lab "), job)
}

// interruptibly runs a job until it ends or is interrupted by Ctrl-C. A second Ctrl-C ends
// the program at once.
func interruptibly(name string, job func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	err := job(ctx)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = incomplete("interrupted")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// incomplete is the error of work that has not reached its goal, though nothing failed: a
// script that builds on the results has to know by the exit status. The text says how to go on.
type incomplete string

// Error implements error.
func (i incomplete) Error() string { return string(i) }

// isIncomplete reports whether an error is incomplete and nothing else: an error that is joined
// to it may be a fault.
func isIncomplete(err error) bool {
	if all, joined := err.(interface{ Unwrap() []error }); joined {
		return !slices.ContainsFunc(all.Unwrap(), func(one error) bool { return !isIncomplete(one) })
	}
	_, is := err.(incomplete) //nolint:errorlint // what is wrapped says more
	return is
}
