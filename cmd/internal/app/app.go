package app

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/console"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/spelling"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

func program() *cli.Program {
	return &cli.Program{
		Name: "nitoryu", Title: "Nitoryu",
		Jobs: slices.Concat(gameJobs(), serverJobs(), showJobs(), []cli.Command{
			{Name: "webapi", Summary: "answer questions about positions and records, in JSON", Run: answerRequests},
			{Name: "bench", Summary: "search fixed positions for the signature and the speed", Run: bench},
			{Name: "mate", Summary: "solve a mate problem, with all its solutions", Run: solveMate},
			{Name: "perft", Summary: "count the leaves of the tree of legal moves", Run: perft},
			{Name: "cpu", Summary: "show which instruction sets are used, and why", Run: processor},
			{Name: "check", Summary: "check how this machine is set up, and what to change", Run: check},
			{Name: "net", Summary: "describe a network file and where it comes from", Run: net},
			{Name: "options", Summary: "list the options of both protocols", Run: showOptions},
		}),
		Before: "Nitoryu plays chess over UCI and shogi over USI.\n\n" +
			"Without arguments it speaks the protocols on its standard streams: load it in any " +
			"chess or shogi program, or type help in a terminal. Subcommands:",
		After: "nitoryu help SUBCOMMAND explains one. Protocol commands can be given as well: one as " +
			"words, or several, each in quotes. Each one ends before the next begins.\n\n" +
			"  nitoryu go depth 10\n" +
			"  nitoryu \"position startpos moves e2e4\" \"go movetime 1000\"\n" +
			"  nitoryu usi \"go depth 8\"\n" +
			"  nitoryu genfens 10 seed 1          (random openings, for OpenBench)\n",
	}
}

// Main is the main function of the program. It ends the process with status 1 if something fails.
func Main() {
	args, err := limit(os.Args[1:], os.Getenv(levelVariable))
	if err == nil {
		err = run(args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Language: language()})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, language().Failure("nitoryu", err))
		os.Exit(1)
	}
}

// run executes the arguments of the command line.
func run(args []string, s cli.Streams) error {
	if len(args) == 0 {
		return talk(s)
	}
	if found, err := program().Run(args, s); found {
		return err
	}
	if flag := args[0]; strings.HasPrefix(flag, "-") {
		if near, ok := spelling.Nearest(flag, []string{levelFlag, "--help", "--version"}); ok {
			return fmt.Errorf("there is no flag %s; did you mean %s?", flag, near)
		}
		return fmt.Errorf("there is no flag %s in front of a subcommand; see nitoryu help", flag)
	}
	return script(args, s)
}

// talk speaks the protocols until quit or the end of the input.
func talk(s cli.Streams) error {
	if cli.Typed(s.In) {
		fmt.Fprintln(s.Err, s.Language.Say("Nitoryu "+cli.Version+" plays chess (UCI) and shogi (USI). Type help, or go depth 16."))
	}
	in, out, person := s.In, s.Out, newPerson(s)
	terminal := console.Open(s.In, s.Out)
	if terminal != nil {
		defer terminal.Close()
		out = terminal
	}
	session, end, err := newSession(out, person)
	if err != nil {
		return err
	}
	defer end()
	if terminal != nil {
		k := &keyboard{terminal: terminal, session: session}
		in = k
		terminal.Start(k.interrupt)
	}
	prompt()
	return session.Run(in)
}

// script executes protocol commands from the command line, as OpenBench and shell users write
// them: a single command if no argument has a blank, otherwise one command per argument. It
// waits for each search to end; Ctrl-C stops a search, which then answers. If any command
// starts with an unknown word, none is executed.
func script(args []string, s cli.Streams) (failed error) {
	out := cli.NewChecked(s.Out)
	session, end, err := newSession(out, nil)
	if err != nil {
		return err
	}
	defer func() {
		end()
		failed = errors.Join(failed, out.Err())
	}()
	commands := args
	if !strings.Contains(strings.Join(args, ""), " ") {
		commands = []string{strings.Join(args, " ")}
	}
	known := session.Words()
	for _, c := range commands {
		words := strings.Fields(c)
		if len(words) > 0 && !strings.HasPrefix(words[0], "#") && !slices.Contains(known, words[0]) {
			return unknown(words[0], known)
		}
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	defer signal.Stop(interrupted)
	for _, c := range commands {
		if !session.Line(c) {
			return nil
		}
		over := make(chan struct{})
		go func() { session.Wait(); close(over) }()
		select {
		case <-over:
		case <-interrupted:
			session.Line("stop")
			<-over
			return nil
		}
	}
	return nil
}

// unknown returns the error about a word that is neither a subcommand nor a protocol
// command.
func unknown(word string, commands []string) error {
	jobs := program().Names()
	hint := spelling.Hint(word, append(slices.Clone(jobs), commands...))
	if hint == "" {
		hint = fmt.Sprintf("; there are %s, and commands of the protocols such as go depth 10; see nitoryu help",
			cli.Listed(jobs, "and"))
	}
	return fmt.Errorf("there is no subcommand or command %q%s", word, hint)
}

// keepAlive is YaneuraOu's interval, to which front ends for shogi are used.
const keepAlive = 5 * time.Second

// gatherTime is too short for anybody to notice.
const gatherTime = 5 * time.Millisecond

// newSession returns a protocol session with its own engine, and a function that releases it.
// person is the user at the terminal, nil if there is no terminal.
func newSession(out io.Writer, person protocol.Person) (*protocol.Session, func(), error) {
	engine := games.NewEngine()
	books := games.NewLibrary(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	session, err := protocol.New(protocol.Config{
		Name:   "Nitoryu " + cli.Version,
		Author: "the Nitoryu authors",
		Engine: engine,
		Modes:  modes(),
		Commands: []protocol.Command{
			{Name: "bench", Usage: "[GAME]", Help: "search fixed positions: signature and speed", Run: func(args []string, out io.Writer) {
				tell(out, bench(args, cli.Streams{Out: out, Err: out}))
			}},
			{Name: "genfens", Usage: "N seed S", Help: "make random openings, for OpenBench", Run: func(args []string, out io.Writer) {
				tell(out, genfens(args, out))
			}},
		},
		Books:     books,
		Out:       out,
		Gather:    gatherTime,
		KeepAlive: keepAlive,
		OpenLog:   openLog,
		Person:    person,
	})
	return session, func() { engine.Close(); _ = books.Close() }, err
}

// modes pairs the protocols with their games.
func modes() []protocol.Mode {
	pair := func(d protocol.Dialect, g games.Game) protocol.Mode {
		return protocol.Mode{
			Dialect: d, Rules: g.Rules, Chances: g.Chances, Classic: g.Classic, Checkers: g.Checkers,
			Notation: record.People(cli.UTF8()), Sharpness: review.OwnStandardOf(g.Name).Sharpness,
		}
	}
	return []protocol.Mode{pair(uci.Dialect(), games.Chess()), pair(usi.Dialect(), games.Shogi())}
}

// tell reports an error in the form that front ends read.
func tell(out io.Writer, err error) {
	if err != nil {
		fmt.Fprintln(out, "info string ERROR", err)
	}
}
