package protocol_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestNewNeedsItsParts(t *testing.T) {
	if _, err := protocol.New(protocol.Config{}); err == nil {
		t.Error("an empty configuration was accepted")
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        []string // lines of the output, in this order, others between
		never       string
	}{
		{"quit ends the reading", "isready\nquit\nuci\n", []string{"readyok"}, "uciok"},
		{"so does the end of the input", "isready\n", []string{"readyok"}, ""},
		{"the last line needs no end", "isready", []string{"readyok"}, ""},
		{"CRLF", "uci\r\nisready\r\n", []string{"uciok", "readyok"}, "unknown"},
		{"blank lines", "\n  \n\t\r\nisready\n", []string{"readyok"}, "info"},
		{"a byte order mark", "\ufeffisready\n", []string{"readyok"}, "info"},
		{"control characters", "\x00isr\x01eady\x00\n", []string{"readyok"}, "info"},
		{"garbage", "\xff\xfe\x00\x80 abc\nisready\n", []string{"readyok"}, "\x80"},
		{"a line of 200 kB", strings.Repeat("x", 200000) + "\nisready\n", []string{"info string unknown command", "readyok"}, "too long"},
		{"a line of 2 MB", strings.Repeat("isready ", 1<<18) + "\nuci\n", []string{"info string ERROR command line too long", "uciok"}, "readyok"},
		{"2 MB without an end", strings.Repeat("isready ", 1<<18), nil, "readyok"},
		{"end of input stops a search, with its answer", "go infinite\n", []string{"* go infinite=yes", "bestmove t1"}, ""},
		{"quit too", "go ponder\nquit\n", []string{"bestmove t1"}, ""},
		{"and a held answer", "position fen 0 1\ngo infinite\nquit\n", []string{"bestmove (none)"}, ""},
		{"perfts are finished one after the other", "go perft 2\nposition fen 9 1\ngo perft 5\n",
			[]string{"Nodes searched: 6", "Nodes searched: 96"}, ""},
		{"quit does not wait for a perft", "position fen 99 1\ngo perft 60\nquit\n", nil, "Nodes searched"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			must.OK(t, s.Run(strings.NewReader(c.input)))
			got := out.String()
			rest := got
			for _, line := range c.want {
				_, after, ok := strings.Cut(rest, line)
				if !ok {
					t.Fatalf("no %q where expected in\n%.2000s", line, got)
				}
				rest = after
			}
			if c.never != "" && strings.Contains(got, c.never) {
				t.Errorf("%q in\n%.2000s", c.never, got)
			}
		})
	}
}

// In USI the work for a new game is done before readyok, which it waits for.
func TestReadyBeginsGame(t *testing.T) {
	for _, c := range []struct {
		handshake string
		want      bool
	}{{"uci", false}, {"usi", true}} {
		s, _, out := newSession(t)
		s.Line(c.handshake)
		out.reset()
		s.Line("isready")
		before, _, _ := strings.Cut(out.String(), "readyok")
		if got := strings.Contains(before, "* new game"); got != c.want {
			t.Errorf("%s: new game before readyok: %v", c.handshake, got)
		}
	}
}

func TestRunReturnsReadErrors(t *testing.T) {
	s, _, _ := newSession(t)
	if err := s.Run(io.MultiReader(strings.NewReader("isready\n"), brokenReader{})); err == nil {
		t.Error("a broken input gave no error")
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Stop ends all perfts, whatever was asked since they began, and so does quit. A perft has no best move.
func TestStopEndsPerfts(t *testing.T) {
	for _, c := range []struct {
		name, between, last string
		want                []string // lines, in this order
	}{
		{"nothing", "", "stop", []string{"info string perft stopped"}},
		{"isready", "isready", "stop", []string{"readyok", "info string perft stopped"}},
		{"another perft", "go perft 61\nperft 62", "stop", []string{"info string perft stopped", "info string perft stopped", "info string perft stopped"}},
		{"a search", "go infinite", "stop", []string{"* go infinite=yes", "bestmove t1"}},
		{"a new game", "ucinewgame", "stop", []string{"* new game", "info string perft stopped"}},
		{"the other protocol", "usi", "stop", []string{"usiok", "info string perft stopped"}},
		{"another position", "position startpos\nd", "stop", []string{"Key:", "info string perft stopped"}},
		{"a perft that is not understood", "perft many", "stop", []string{"ignored: go perft", "info string perft stopped"}},
		{"the end of a game", "usi", "gameover win", []string{"usiok", "info string perft stopped"}},
		{"a perft and quit", "go perft 61", "quit", []string{"info string perft stopped", "info string perft stopped"}},
		{"a search and quit", "go infinite", "quit", []string{"* go infinite=yes", "bestmove t1"}},
		{"a perft after the stop", "", "stop\nposition fen 3 1\ngo perft 1", []string{"info string perft stopped", "Nodes searched: 3"}},
	} {
		ok := t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			over := make(chan error, 1)
			go func() {
				over <- s.Run(strings.NewReader("position fen 99 1\ngo perft 60\n" + c.between + "\n" + c.last + "\n"))
			}()
			select {
			case err := <-over:
				must.OK(t, err)
			case <-time.After(must.Patience):
				t.Fatal("the session does not end") // a perft of 60 plies never does
			}
			got := out.String()
			for rest, i := got, 0; i < len(c.want); i++ {
				_, after, ok := strings.Cut(rest, c.want[i])
				if !ok {
					t.Fatalf("no %q where expected in\n%.2000s", c.want[i], got)
				}
				rest = after
			}
			must.Has(t, got, "perft stopped")
		})
		if !ok {
			return // others might wait as long
		}
	}
}

// However many perfts are asked for, few wait, and all are counted in their order.
func TestManyPerfts(t *testing.T) {
	s, _, out := newSession(t)
	var input, want strings.Builder
	for n := range 3000 {
		fmt.Fprintf(&input, "position fen %d 1\nperft 1\n", n%4)
		fmt.Fprintf(&want, "Nodes searched: %d\n", n%4)
	}
	must.OK(t, s.Run(strings.NewReader(input.String())))
	var got strings.Builder
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "Nodes searched") {
			got.WriteString(line)
		}
	}
	if got.String() != want.String() {
		t.Errorf("%d of %d counts, or another order", strings.Count(got.String(), "\n"), 3000)
	}
}

func TestGamesHaveABound(t *testing.T) {
	s, _, out := newSession(t)
	s.Line("position startpos moves" + strings.Repeat(" t1", 16385))
	if want := "info string ERROR position rejected: 16385 moves are more than 16384\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("got\n%.300s", out)
	}
}

func TestHelp(t *testing.T) {
	s, _, out := newSession(t)
	s.Line("help")
	must.Has(t, out.String(), "Test 1 plays")
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSuffix(line, "\n"); len(line) > 80 {
			t.Errorf("%d columns: %q", len(line), line)
		}
	}
}

// answers counts the answers to go commands in output.
func answers(output string) int {
	n := 0
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, "bestmove ") || strings.HasPrefix(line, "checkmate ") {
			n++
		}
	}
	return n
}

// randomSession returns a session with searches of random length.
func randomSession(t *testing.T, seed uint64) (*protocol.Session, *buffer) {
	s, e, out := newSession(t)
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(seed, 1))
	e.search = func(p core.Position, l core.Limits, to core.Callbacks) core.Result {
		mu.Lock()
		pause := time.Duration(rng.IntN(60)) * time.Microsecond
		mu.Unlock()
		if pause > 20*time.Microsecond { // else end as fast as can be
			time.Sleep(pause)
		}
		return takeOnes(p, l, to)
	}
	return s, out
}

// Every go has one answer, and nothing of a search comes after its answer, however
// commands and the ends of searches interleave.
func TestEveryGoIsAnsweredOnce(t *testing.T) {
	commands := []string{
		"go depth 1", "go infinite", "go ponder wtime 100", "go ponder infinite", "go",
		"stop", "stop", "ponderhit", "ponderhit", "isready", "ucinewgame", "gameover draw",
		"position startpos", "position fen 0 1", "position nowhere", "position fen 9 2",
		"setoption name Threads value 2", "uci", "usi", "go mate 1",
	}
	const sessions, length = 40, 200
	for seed := range uint64(sessions) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			s, out := randomSession(t, seed)
			rng := rand.New(rand.NewPCG(seed, 2))
			var script strings.Builder
			gos := 0
			for range length {
				c := commands[rng.IntN(len(commands))]
				if strings.HasPrefix(c, "go ") || c == "go" {
					gos++
				}
				script.WriteString(c + "\n")
			}
			if seed%2 == 0 {
				script.WriteString("quit\ngo depth 1\n")
			}
			must.OK(t, s.Run(strings.NewReader(script.String())))
			got := out.String()
			if n := answers(got); n != gos {
				t.Errorf("%d answers to %d gos; script\n%s", n, gos, &script)
			}
			searching := false
			for line := range strings.Lines(got) {
				switch {
				case strings.HasPrefix(line, "* go"):
					searching = true
				case strings.HasPrefix(line, "bestmove "):
					searching = false
				case strings.Contains(line, " pv ") && !searching:
					t.Fatalf("a line of play without a search: %s", line)
				}
			}
		})
	}
}

// The answer of a stopped search comes before the readyok that follows stop,
// and isready does not end a search.
func TestReadyAfterStop(t *testing.T) {
	s, out := randomSession(t, 5)
	for range 300 {
		out.reset()
		s.Line("go infinite")
		s.Line("isready")
		s.Line("stop")
		s.Line("isready")
		var order []string
		for line := range strings.Lines(out.String()) {
			if w := strings.Fields(line)[0]; w == "readyok" || w == "bestmove" {
				order = append(order, w)
			}
		}
		if got := strings.Join(order, " "); got != "readyok bestmove readyok" {
			t.Fatalf("got %s", got)
		}
	}
}

// Commands are read while a search runs that ignores everything.
func TestReadingDoesNotWaitForTheSearch(t *testing.T) {
	s, e, out := newSession(t)
	release := make(chan struct{})
	var searching atomic.Bool
	e.search = func(p core.Position, l core.Limits, to core.Callbacks) core.Result {
		searching.Store(true)
		<-release
		return takeOnes(p, l, to)
	}
	s.Line("go depth 1")
	for _, c := range []string{"isready", "setoption name Threads value 2", "setoption name MultiPV value 2",
		"position startpos moves t1", "ponderhit", "debug on", "d", "uci", "stop", "stop"} {
		s.Line(c)
	}
	if strings.Contains(out.String(), "bestmove") || !strings.Contains(out.String(), "uciok") {
		t.Errorf("got\n%s", out)
	}
	close(release)
	s.Line("isready")
	if n := answers(out.String()); n != 1 || !searching.Load() {
		t.Errorf("%d answers\n%s", n, out)
	}
}

// FuzzSession feeds whole conversations. Nothing may panic, and every go must
// have one answer when the conversation ends.
func FuzzSession(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves t1 t2\ngo wtime 100 btime 100\nstop\nquit",
		"usi\nposition sfen 9 2 moves t3\ngo ponder btime 1\nponderhit byoyomi 100\n",
		"position fen 0 1 draw\ngo infinite\nstop\ngo searchmoves t1 t9 depth 3\n",
		"setoption name Clear Hash value true\nsetoption name name value value\njoho go mate 3\r\n",
		"go perft 3\nperft\nposition fen moves\ngo depth -1 nodes 99999999999999999999\n",
		" q val go\nexit go\n",
		"\x00\xff go\t\x1b[m infinite\nd\neval\nhelp\n#go\n info string go",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		s, _, out := newSession(t)
		gos := 0
		for line := range bytes.Lines(input) {
			n, ok := countGo(string(line))
			if !ok {
				t.Skip("a perft may take long")
			}
			gos += n
			if !s.Line(string(line)) {
				break
			}
		}
		s.Line("stop")
		s.Wait()
		if n := answers(out.String()); n != gos {
			t.Errorf("%d answers to %d gos in %q\n%s", n, gos, input, out)
		}
	})
}

// countGo counts the gos in a line independently of the session; false if it may be a
// perft.
func countGo(line string) (int, bool) {
	line = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, line)
	if strings.Contains(line, "perft") {
		return 0, false
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	if len(words) == 0 || words[0][0] == '#' {
		return 0, true
	}
	switch words[0] {
	case "d", "eval", "help", "bench", "moves", "stats", "pieces", "chess", "shogi", "xboard", "exit", "q":
		return 0, true
	}
	for _, w := range words {
		switch w {
		case "go":
			return 1, true
		case "uci", "usi", "debug", "register", "isready", "setoption", "ucinewgame", "usinewgame",
			"position", "stop", "gameover", "ponderhit", "quit":
			return 0, true
		}
	}
	return 0, true
}

func ExampleSession() {
	s, err := protocol.New(protocol.Config{
		Name: "Example", Author: "somebody",
		Engine: newFakeEngine(func(string) {}),
		Modes:  []protocol.Mode{{Dialect: uci.Dialect(), Rules: heapRules("heap", 4)}},
		Out:    printer{},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = s.Run(strings.NewReader("isready\nposition startpos moves t2\ngo depth 1\n"))
	fmt.Println("error:", err)
	// Output:
	// readyok
	// info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1
	// bestmove t1
	// error: <nil>
}

// printer writes to the current standard output.
type printer struct{}

func (printer) Write(p []byte) (int, error) { return fmt.Print(string(p)) }
