package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

func subcommands() []cli.Command {
	return []cli.Command{
		{Name: "analyse", Summary: "think about a position and show how, live on a terminal", Run: analyse},
		{Name: "bench", Summary: "search fixed positions of both games: the signature of the engine, and its speed", Run: bench},
		{Name: "perft", Summary: "count the leaves of the tree of legal moves", Run: perft},
		{Name: "cpu", Summary: "say which instructions of the processor are used, and why", Run: processor},
		{Name: "net", Summary: "say what a network file is", Run: net},
		{Name: "options", Summary: "list the options of both protocols", Run: options},
		{Name: "version", Summary: "print the version", Run: version},
		{Name: "help", Summary: "print this text", Run: help},
	}
}

func main() {
	args, err := limit(os.Args[1:], os.Getenv(levelVariable))
	if err == nil {
		err = run(args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "nitoryu:", err)
		os.Exit(1)
	}
}

// run executes the arguments of the command line.
func run(args []string, s cli.Streams) error {
	if len(args) == 0 {
		return talk(s)
	}
	if cli.IsHelp(args[0]) {
		return help(nil, s)
	}
	if c, ok := cli.Find(subcommands(), args[0]); ok {
		return c.Run(args[1:], s)
	}
	if strings.HasPrefix(args[0], "-") {
		return fmt.Errorf("unknown flag %s; see nitoryu help", args[0])
	}
	return script(args, s)
}

// talk speaks the protocols until quit or the end of the input.
func talk(s cli.Streams) error {
	session, close, err := newSession(s.Out)
	if err != nil {
		return err
	}
	defer close()
	prompt()
	return session.Run(s.In)
}

// script executes protocol commands from the command line, as OpenBench and
// shell users give them: one command if no argument holds a blank, otherwise a
// command an argument. It waits for each search to end.
func script(args []string, s cli.Streams) error {
	session, close, err := newSession(s.Out)
	if err != nil {
		return err
	}
	defer close()
	commands := args
	if !strings.Contains(strings.Join(args, ""), " ") {
		commands = []string{strings.Join(args, " ")}
	}
	for _, c := range commands {
		if !session.Line(c) {
			return nil
		}
		session.Wait()
	}
	return nil
}

// gatherTime is too short for anybody to notice.
const gatherTime = 5 * time.Millisecond

// newSession returns a protocol session of an engine of its own, and what
// releases it.
func newSession(out io.Writer) (*protocol.Session, func(), error) {
	engine := games.NewEngine()
	session, err := protocol.New(protocol.Config{
		Name:   "Nitoryu " + cli.Version,
		Author: "the Nitoryu authors",
		Engine: engine,
		Modes:  []protocol.Mode{{Dialect: uci.Dialect{}, Rules: games.Chess.Rules}, {Dialect: usi.Dialect{}, Rules: games.Shogi.Rules}},
		Commands: map[string]func([]string, io.Writer){
			"bench": func(args []string, out io.Writer) {
				tell(out, bench(args, cli.Streams{Out: out, Err: out}))
			},
			"genfens": func(args []string, out io.Writer) { tell(out, genfens(args, out)) },
		},
		Out:    out,
		Gather: gatherTime,
	})
	return session, engine.Close, err
}

// tell reports an error the way front ends read it.
func tell(out io.Writer, err error) {
	if err != nil {
		fmt.Fprintln(out, "info string ERROR", err)
	}
}

func version(_ []string, s cli.Streams) error {
	_, err := fmt.Fprintln(s.Out, "Nitoryu", cli.Version)
	return err
}

func help(_ []string, s cli.Streams) error {
	var b strings.Builder
	b.WriteString("Nitoryu plays chess over UCI and shogi over USI.\n\n" +
		"Without an argument it speaks the protocols on its standard streams: load it in any\n" +
		"chess or shogi program, or type uci or usi, then help. Subcommands:\n\n")
	b.WriteString(cli.Summaries("nitoryu", subcommands()))
	b.WriteString("\nnitoryu SUBCOMMAND --help explains each. Anything else is taken for protocol commands:\n\n" +
		"  nitoryu go depth 10\n" +
		"  nitoryu \"position startpos moves e2e4\" \"go movetime 1000\"\n" +
		"  nitoryu usi \"go depth 8\"\n" +
		"  nitoryu genfens 10 seed 1          (random openings, for OpenBench)\n")
	_, err := io.WriteString(s.Out, b.String())
	return err
}
