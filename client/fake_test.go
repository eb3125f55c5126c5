package client

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// fakeVariable makes the test binary an engine; its value says how it behaves.
const fakeVariable = "NITORYU_FAKE_ENGINE"

// fakeComplaint is what the fake says when its option Book is set.
const fakeComplaint = "NITORYU_FAKE_COMPLAINT"

func TestMain(m *testing.M) {
	if behaviour, ok := os.LookupEnv(fakeVariable); ok {
		os.Exit(runFake(strings.Fields(behaviour)))
	}
	os.Exit(m.Run())
}

// fake is an engine that plays prepared moves and misbehaves on demand.
type fake struct {
	behaviour []string
	out       *bufio.Writer
	usi       bool
	ply       int
	searches  int
	readies   int
	held      bool // a search is running
	mate      bool
}

// game are the moves that the fake plays, by ply.
func game(usi bool) []string {
	if usi {
		return strings.Fields("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b")
	}
	return strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6")
}

func (f *fake) does(what string) bool { return slices.Contains(f.behaviour, what) }

func (f *fake) say(format string, args ...any) {
	ending := "\n"
	if f.does("crlf") {
		ending = "\r\n"
	}
	fmt.Fprintf(f.out, format+ending, args...)
}

func runFake(behaviour []string) int {
	f := &fake{behaviour: behaviour, out: bufio.NewWriter(os.Stdout)}
	switch {
	case f.does("exit"):
		fmt.Fprintln(os.Stderr, "cannot load the network")
		return 7
	case f.does("sleep"):
		time.Sleep(time.Minute)
	case f.does("child"):
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), fakeVariable+"=sleep")
		c.Stdout = os.Stdout
		if c.Start() == nil {
			f.say("id author %d", c.Process.Pid)
		}
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if code := f.obey(in.Text()); code >= 0 {
			return code
		}
		f.out.Flush()
	}
	if f.does("stubborn") {
		time.Sleep(time.Minute)
	}
	return 0
}

// obey carries out a command. It returns a negative number, or the exit status.
func (f *fake) obey(line string) int {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "uci", "usi":
		f.usi = word == "usi"
		f.greet(word)
	case "setoption":
		if text, told := os.LookupEnv(fakeComplaint); told && strings.HasPrefix(rest, "name Book ") {
			f.say("%s", text)
		}
	case "isready":
		if f.readies++; !f.does("unready") && (f.readies == 1 || !f.does("tires")) {
			f.say("readyok")
		}
	case "position":
		_, moves, _ := strings.Cut(rest, "moves")
		f.ply = len(strings.Fields(moves))
	case "go":
		return f.search(rest)
	case "stop":
		if f.held && !f.does("deaf") {
			f.answer()
		}
	case "ponderhit":
		if !f.does("deaf") {
			f.answer()
		}
	case "quit":
		if !f.does("stubborn") {
			return 0
		}
	}
	return -1
}

func (f *fake) greet(protocol string) {
	if f.does("mute") {
		return
	}
	if f.does("noise") {
		f.say("Fake 1.0 by nobody\n\n  \t\noption\noption name\nid")
		fmt.Fprintln(os.Stderr, strings.Repeat("noise\n", 1000))
	}
	f.say("id name Fake 1.0")
	f.say("option name Threads type spin default 1 min 1 max 8")
	if f.does("slow-hand") {
		f.say("option name Move Overhead type spin default 30 min 5 max 1000")
	}
	f.say("option name Clear Hash type button")
	f.say("option name Style type combo default Solid var Solid var Very Risky")
	f.say("option name Book type string default <empty>")
	f.say("option name Learn type check default false")
	if f.does("960") {
		f.say("option name UCI_Chess960 type check default false")
	}
	if f.does("rich") {
		f.say("option name MultiPV type spin default 1 min 1 max 500")
		f.say("option name UCI_AnalyseMode type check default false")
		f.say("option name UCI_LimitStrength type check default false")
		f.say("option name UCI_Elo type spin default 1500 min 1000 max 2000")
	}
	if f.does("evaluates") {
		f.say("option name EvalFile type string default nn.bin")
		f.say("option name EvalDir type string default <empty>")
	}
	if f.does("rules") {
		f.say("option name MaxMovesToDraw type spin default 256 min 0 max 100000")
		f.say("option name EnteringKingRule type combo default CSARule27 var NoEnteringKing var CSARule24 var CSARule27 var TryRule")
	}
	if f.does("ponders") {
		f.say("option name Ponder type check default false")
		f.say("option name USI_Hash type spin default 99 min 1 max 1000")
	}
	f.say("%sok", protocol)
}

// search answers a go command.
func (f *fake) search(limits string) int {
	f.searches++
	f.mate = strings.HasPrefix(limits, "mate ")
	switch {
	case f.does("crash") && f.searches == 2:
		fmt.Fprint(os.Stderr, "assertion failed\nno newline here")
		return 3
	case f.does("hang"):
		f.held = true
		return -1
	case strings.HasPrefix(limits, "perft ") && !f.does("bounded"):
		f.say("e2e4: 600\n\nNodes searched: %s", map[string]string{"perft 3": "8902"}[limits])
		return -1
	case f.does("flood"):
		for i := range 100_000 { // many times what a pipe holds
			f.say("info depth %d currmove e2e4", i)
		}
	case f.does("long"):
		f.say("info string %s", strings.Repeat("blah ", 1<<19))
		f.say("info depth 3 score cp 3 pv %s %s", game(f.usi)[f.ply], strings.Repeat(" ", 1<<17))
	case f.does("noise"):
		f.say("\x00\xff garbage\nbestmoves\ninfo\ninfo depth\ninfo score\n   info   depth 4   score cp -7 nodes 9 ")
	case f.does("closes"):
		os.Stdout.Close()
		time.Sleep(time.Minute)
	case f.does("empty"):
		f.say("bestmove")
		return -1
	case f.does("matesunasked"):
		f.say("checkmate nomate")
		return -1
	}
	if strings.Contains(limits, "ponder") && !f.does("premature") || strings.Contains(limits, "infinite") {
		f.held = true
		return -1
	}
	if f.does("slow") {
		time.Sleep(30 * time.Millisecond)
	}
	f.answer()
	if f.does("last") {
		return 0
	}
	return -1
}

// answer ends a search.
func (f *fake) answer() {
	f.held = false
	moves := game(f.usi)
	move, reply := moves[f.ply], moves[f.ply+1]
	defer f.out.Flush()
	switch {
	case f.mate && f.does("nomate"):
		f.say("checkmate nomate")
		return
	case f.mate && f.does("timeout"):
		f.say("checkmate timeout")
		return
	case f.mate:
		f.say("checkmate %s %s", move, reply)
		return
	case f.does("illegal"):
		f.say("bestmove e2e5")
		return
	case f.does("resigns"):
		f.say("bestmove resign")
		return
	case f.does("claims"):
		f.say("bestmove win")
		return
	case f.does("badpv"):
		f.say("info depth 1 score cp 1 pv %s e2e5", move)
		f.say("info depth 2 score cp 2 pv %s", move)
	case f.does("bounds"):
		f.say("info depth 4 score cp 9 lowerbound pv %s\ninfo depth 4 score cp 20 pv %s %s\ninfo depth 5 score cp 7 upperbound pv %s", move, move, reply, move)
		f.say("info depth 4 multipv 2 score cp 3 upperbound pv %s\ninfo depth 5 multipv 2 score cp 1 upperbound pv %s", move, move)
	case f.does("badlast"):
		f.say("info depth 2 score cp 2 pv %s e2e5 e2e4", move)
	case !f.does("noise") && !f.does("silent") && !f.does("long"):
		f.say("info depth 5 seldepth 7 multipv 1 score cp 31 nodes 100 nps 1000 time 2 pv %s %s", move, reply)
		f.say("info depth 5 multipv 2 score cp 12 nodes 100 pv %s", move)
	}
	switch {
	case f.does("last"):
		fmt.Fprintf(f.out, "bestmove %s", move)
	case f.does("twice"):
		f.say("bestmove %s\nbestmove %s", move, reply)
	default:
		f.say("bestmove %s ponder %s", move, reply)
	}
}

// fakeConfig describes a fake engine.
func fakeConfig(usi bool, behaviour string) Config {
	c := Config{Command: os.Args[0], Env: []string{fakeVariable + "=" + behaviour, "GORACE=atexit_sleep_ms=0"}, Variant: nitoryu.Chess}
	if usi {
		c.Variant = nitoryu.Shogi
	}
	return c
}

// startFake starts a fake engine.
func startFake(t testing.TB, usi bool, behaviour string) *Engine {
	t.Helper()
	return start(t, fakeConfig(usi, behaviour))
}

func start(t testing.TB, c Config) *Engine {
	t.Helper()
	e, err := Start(context.Background(), c)
	must.OK(t, err)
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// at returns the position after so many plies of the game.
func at(t testing.TB, usi bool, plies int) *nitoryu.Position {
	t.Helper()
	setup := nitoryu.Setup{}
	if usi {
		setup.Variant = nitoryu.Shogi
	}
	p, err := nitoryu.Open(setup)
	must.OK(t, err)
	for _, text := range game(usi)[:plies] {
		must.OK(t, p.Play(nitoryu.Move(text)))
	}
	return p
}

// ask asks for a move after so many plies of the game.
func ask(t testing.TB, e *Engine, plies int, l nitoryu.Limits) (nitoryu.Result, error) {
	t.Helper()
	return nitoryu.Ask(context.Background(), e, at(t, e.usi, plies), l)
}

// node is the usual limit.
var node = nitoryu.Limits{Nodes: 1}

// transcript is a log that can be read while it is written.
type transcript struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (l *transcript) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes.Write(b)
}

// sent returns what was sent since the last call, in one line.
func (l *transcript) sent() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var commands []string
	for line := range strings.Lines(l.bytes.String()) {
		if _, command, found := strings.Cut(line, " > "); found {
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	l.bytes.Reset()
	return strings.Join(commands, " / ")
}
