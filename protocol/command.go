package protocol

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/internal/spelling"
)

// Command is a command for people that a session has besides the commands of the
// protocols. It runs while no search runs, and later commands wait for it.
type Command struct {
	Name  string
	Usage string // what may follow the name
	Help  string // one line
	Run   func(args []string, out io.Writer)
}

// command is a row of the table of commands.
type command struct {
	name, usage, help string
	run               func(args []string)
	// console is set for commands that are for people: they are not looked for after
	// unknown words.
	console bool
}

// tabulate makes the table of commands, in the order in which help lists them.
func (s *Session) tabulate(more []Command) {
	alone := func(run func()) func([]string) { return func([]string) { run() } }
	console := func(name, usage, help string, run func([]string)) {
		s.table = append(s.table, command{name, usage, help, func(args []string) {
			if usage == "" && len(args) > 0 {
				s.out.print(note(fmt.Sprintf("ignored: %s %q", name, printable(strings.Join(args, " "), 80))))
			}
			run(args)
		}, true})
	}
	spoken := func(name, usage, help string, run func([]string)) {
		s.table = append(s.table, command{name, usage, help, run, false})
	}
	console("help", "", "list the commands", alone(s.help))
	for _, m := range s.modes {
		console(m.Rules.Name, "", "set up a game of "+m.Rules.Name, alone(func() { s.open(m) }))
	}
	console("d", "", "show the position", alone(s.display))
	console("moves", "", "list the legal moves", alone(s.list))
	console("eval", "", "show the static evaluation, piece by piece", alone(s.evaluate))
	console("perft", "DEPTH", "count the leaves of the tree of legal moves", s.perft)
	console("stats", "", "show statistics of the last search: cutoffs, ...", alone(s.statistics))
	for _, c := range more {
		console(c.Name, c.Usage, c.Help, func(args []string) {
			s.halt()
			c.Run(args, s.out)
		})
	}
	for _, m := range s.modes {
		spoken(m.Dialect.Name, "", "speak "+strings.ToUpper(m.Dialect.Name)+": "+m.Rules.Name, alone(func() { s.handshake(m) }))
	}
	spoken("isready", "", "answer readyok when the engine is ready", alone(s.isReady))
	spoken("setoption", "name X value Y", "change an option", s.setOption)
	spoken("ucinewgame", "", "forget the previous game", alone(s.newGame))
	spoken("usinewgame", "", "the same", alone(s.newGame))
	spoken("position", "startpos moves ...", "set up a position; also fen ..., sfen ...", s.position)
	spoken("go", "depth 12", "search; also movetime MS, nodes N, infinite", s.search)
	spoken("stop", "", "end a search or a perft", alone(s.stop))
	spoken("ponderhit", "", "the expected move was played", s.ponderHitCommand)
	spoken("gameover", "", "end the search: the game is over", alone(s.stop))
	spoken("debug", "", "accepted, without effect", alone(func() {}))
	spoken("register", "", "accepted, without effect", alone(func() {}))
	spoken("quit", "", "leave; also exit or q", alone(s.leave))
	s.commands = map[string]command{
		"exit": {name: "exit", run: alone(s.leave), console: true},
		"q":    {name: "q", run: alone(s.leave), console: true},
		// Not in the list: it is for programs that take us for another kind of engine.
		"xboard": {name: "xboard", run: alone(s.refuseXBoard), console: true},
	}
	for _, c := range s.table {
		s.commands[c.name] = c
	}
}

// Words returns the names of all commands in alphabetical order.
func (s *Session) Words() []string { return slices.Sorted(maps.Keys(s.commands)) }

// help lists the table of commands.
func (s *Session) help() {
	width := 0
	for _, c := range s.table {
		width = max(width, len(c.name)+1+len(c.usage))
	}
	lines := []string{
		fmt.Sprintf(s.label("%s plays chess (UCI) and shogi (USI)."), s.name),
		fmt.Sprintf(s.label("Current game and protocol: %s, %s."), s.mode.Rules.Name, s.mode.Dialect.Name),
	}
	for _, group := range []struct {
		title   string
		console bool
	}{{"For people:", true}, {"Of the protocols:", false}} {
		lines = append(lines, "", s.label(group.title))
		for _, c := range s.table {
			if c.console == group.console {
				lines = append(lines, fmt.Sprintf("  %-*s  %s", width, strings.TrimSpace(c.name+" "+c.usage), s.label(c.help)))
			}
		}
	}
	s.out.print(lines...)
}

// unknown answers a line without any command. A person is told what may be meant.
func (s *Session) unknown(line, word string) {
	text := fmt.Sprintf("unknown command: %q", printable(line, 80))
	if s.person != nil {
		if hint := spelling.Hint(printable(word, 80), s.Words()); hint != "" {
			text += hint
		} else {
			text += "; help lists the commands"
		}
	}
	s.out.print(note(text))
}

// refuseXBoard answers a program that takes us for an xboard engine in that protocol, so
// that it shows the line and does not wait.
func (s *Session) refuseXBoard() {
	s.out.print("Error (unknown command): xboard; " + s.name + " speaks UCI (chess) and USI (shogi)")
}
