package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
	"github.com/nitoryu/nitoryu/smp"
)

// Version is the release this source belongs to.
const Version = "0.1-dev"

// streams are the standard streams of a command, or a test's.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// subcommand is one row of the table of subcommands.
type subcommand struct {
	name    string
	summary string
	run     func(args []string, s streams) error
}

func subcommands() []subcommand {
	return []subcommand{
		{"analyse", "think about a position and show how, live on a terminal", analyse},
		{"bench", "search fixed positions of both games: the signature of the engine, and its speed", bench},
		{"perft", "count the leaves of the tree of legal moves", perft},
		{"options", "list the options of both protocols", options},
		{"version", "print the version", version},
		{"help", "print this text", help},
	}
}

func main() {
	if err := run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, "nitoryu:", err)
		os.Exit(1)
	}
}

// run executes the arguments of the command line.
func run(args []string, s streams) error {
	if len(args) == 0 {
		return talk(s)
	}
	if args[0] == "-h" || args[0] == "--help" || args[0] == "-help" {
		return help(nil, s)
	}
	for _, c := range subcommands() {
		if c.name == args[0] {
			return c.run(args[1:], s)
		}
	}
	if strings.HasPrefix(args[0], "-") {
		return fmt.Errorf("unknown flag %s; see nitoryu help", args[0])
	}
	return script(args, s)
}

// talk speaks the protocols until quit or the end of the input.
func talk(s streams) error {
	session, close, err := newSession(s.out)
	if err != nil {
		return err
	}
	defer close()
	return session.Run(s.in)
}

// script executes protocol commands from the command line, as OpenBench and
// shell users give them: one command if no argument holds a blank, otherwise a
// command an argument. It waits for each search to end.
func script(args []string, s streams) error {
	session, close, err := newSession(s.out)
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

// newSession returns a protocol session of an engine of its own, and what
// releases it.
func newSession(out io.Writer) (*protocol.Session, func(), error) {
	engine := newEngine()
	session, err := protocol.New(protocol.Config{
		Name:   "Nitoryu " + Version,
		Author: "the Nitoryu authors",
		Engine: engine,
		Modes:  []protocol.Mode{{Dialect: uci.Dialect{}, Rules: chess.Rules}, {Dialect: usi.Dialect{}, Rules: shogi.Rules}},
		Commands: map[string]func([]string, io.Writer){
			"bench": func(args []string, out io.Writer) {
				if err := bench(args, streams{out: out, err: out}); err != nil {
					fmt.Fprintln(out, "info string ERROR", err)
				}
			},
		},
		Out: out,
	})
	return session, engine.Close, err
}

// newEngine returns an engine that plays both games.
func newEngine() *smp.Engine {
	return smp.New(
		smp.Game{Traits: traits(chess.Rules), Params: params.Chess(), NewEvaluator: chesseval.New},
		smp.Game{Traits: traits(shogi.Rules), Params: params.Shogi(), NewEvaluator: shogieval.New},
	)
}

func traits(r core.Rules) *core.Traits { return r.Start(core.Settings{}).Traits() }

// rulesOf returns the rules of a game by name.
func rulesOf(game string) (core.Rules, error) {
	for _, r := range []core.Rules{chess.Rules, shogi.Rules} {
		if r.Name == game {
			return r, nil
		}
	}
	return core.Rules{}, fmt.Errorf("there is no game %q; choose chess or shogi", game)
}

func version(_ []string, s streams) error {
	_, err := fmt.Fprintln(s.out, "Nitoryu", Version)
	return err
}

func help(_ []string, s streams) error {
	var b strings.Builder
	b.WriteString("Nitoryu plays chess over UCI and shogi over USI.\n\n" +
		"Without an argument it speaks the protocols on its standard streams: load it in any\n" +
		"chess or shogi program, or type uci or usi, then help. Subcommands:\n\n")
	for _, c := range subcommands() {
		fmt.Fprintf(&b, "  nitoryu %-8s  %s\n", c.name, c.summary)
	}
	b.WriteString("\nnitoryu SUBCOMMAND --help explains each. Anything else is taken for protocol commands:\n\n" +
		"  nitoryu go depth 10\n" +
		"  nitoryu \"position startpos moves e2e4\" \"go movetime 1000\"\n" +
		"  nitoryu usi \"go depth 8\"\n")
	_, err := io.WriteString(s.out, b.String())
	return err
}
