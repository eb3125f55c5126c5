package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
)

// action is what a subcommand can do with files: a row of its table.
type action[J any] struct {
	name, synopsis, summary string
	least, most             int // files; most is 0 for any number
	run                     func(j J, files []string) error
}

// filesJob is what the actions of a subcommand share.
type filesJob struct {
	ctx  context.Context
	out  io.Writer
	line *progress.Line
}

func newFilesJob(s cli.Streams) filesJob {
	return filesJob{out: s.Out, line: progress.New(s.Err, cli.Terminal(s.Err))}
}

// listed lists actions for the help of a subcommand.
func listed[J any](actions []action[J]) (text string) {
	for _, a := range actions {
		text += fmt.Sprintf("  %-9s %-11s  %s\n", a.name, a.synopsis, a.summary)
	}
	return text
}

// act runs the action that the arguments of a subcommand begin with, for a job that shares j.
func act[J any](f *flag.FlagSet, args []string, actions []action[J], job J, j *filesJob) error {
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	_, command, _ := strings.Cut(f.Name(), " ")
	if len(rest) == 0 {
		return fmt.Errorf("%s: an action is missing, such as %s%s", command, actions[0].name, cli.See(f))
	}
	var names []string
	for _, a := range actions {
		names = append(names, a.name)
		if a.name != rest[0] {
			continue
		}
		command += " " + a.name
		few := ""
		switch n := len(rest) - 1; {
		case n < a.least:
			few = "few"
		case a.most > 0 && n > a.most:
			few = "many"
		}
		if few != "" {
			return fmt.Errorf("%s: too %s files; usage: lab %[1]s %[3]s", command, few, a.synopsis)
		}
		return interruptibly(command, func(ctx context.Context) error {
			j.ctx = ctx
			defer j.line.Finish()
			return a.run(job, rest[1:])
		})
	}
	return fmt.Errorf("%s: %w", command, cli.Unknown("action", rest[0], names))
}
