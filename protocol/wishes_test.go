package protocol_test

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// scores returns a search that reports a line for each score and plays the first move,
// with the last score.
func scores(list ...core.Score) func(core.Position, core.Limits, core.Callbacks) core.Result {
	return func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
		r := core.Result{Best: take(1)[0], Nodes: 10 * uint64(len(list)), Elapsed: 10 * time.Millisecond}
		for i, s := range list {
			r.Score = s
			to.Info(core.Info{Depth: i + 1, SelDepth: i + 1, Rank: 1, Score: s, Bound: core.Exact, PV: take(1),
				Nodes: uint64(10 * (i + 1)), Elapsed: 10 * time.Millisecond})
		}
		return r
	}
}

// What options for the output and the end of searches do.
func TestWishes(t *testing.T) {
	for _, c := range []struct {
		name, handshake string
		search          func(core.Position, core.Limits, core.Callbacks) core.Result
	}{
		{"win, draw and loss", "uci", scores(0, -40, core.WinIn(3), core.LossIn(2))},
		{"win, draw and loss come after the bound and depend on the position", "uci",
			func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
				to.Info(core.Info{Depth: 5, Rank: 1, Score: 10, Bound: core.Upper, Nodes: 1, Elapsed: time.Millisecond})
				return core.Result{Best: take(1)[0], Nodes: 1}
			}},
		{"a score that is hopeless", "usi", scores(-500)},
		{"a mate is hopeless as well", "usi", scores(core.LossIn(4))},
		{"a win is declared, and a move without a search played, whatever the score", "usi",
			func(_ core.Position, l core.Limits, _ core.Callbacks) core.Result {
				r := core.Result{Best: take(1)[0], Score: -900, Declare: l.Depth == 1}
				if r.Declare {
					r.Nodes = 1
				}
				return r
			}},
		{"nobody resigns in UCI", "uci", scores(-500)},
		{"limits for front ends without any", "usi", scores(1)},
		{"the worth of a draw depends on the side", "usi", scores(1)},
		{"a stronger side does not want a draw", "uci", scores(1)},
		{"bounds are hidden", "usi", func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			to.Info(core.Info{Depth: 1, Rank: 1, Score: 3, Bound: core.Lower, Nodes: 1, Elapsed: time.Millisecond})
			to.Info(core.Info{Depth: 1, Rank: 1, Score: 4, Bound: core.Exact, Nodes: 2, Elapsed: time.Millisecond})
			return core.Result{Best: take(1)[0], Nodes: 2}
		}},
		{"the last of the reports of a game", "usi", scores(1, 2, 3)},
		{"all reports of an analysis", "usi", scores(1, 2)},
		{"with several lines the last report is whole", "usi", func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			for depth := 1; depth <= 3; depth++ {
				for rank := 1; rank <= 2; rank++ {
					to.Info(core.Info{Depth: depth, Rank: rank, Score: core.Score(-rank), Bound: core.Exact, Nodes: 1, Elapsed: time.Millisecond})
				}
			}
			return core.Result{Best: take(1)[0], Nodes: 1}
		}},
		{"a stop shows what was held back", "usi", scores(1, 2)},
		{"the opponent", "uci", scores(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			runTranscript(t, c.handshake, func(e *fakeEngine) { e.search = c.search })
		})
	}
}

// UCI has all reports, even in a session that began with shogi.
func TestReportsOfUCIAfterUSI(t *testing.T) {
	s, e, out := newSession(t)
	e.search = scores(1, 2)
	s.Line("usi")
	s.Line("uci")
	s.Line("go wtime 10")
	s.Wait()
	if got := strings.Count(out.String(), "info depth"); got != 2 {
		t.Errorf("%d reports:\n%s", got, out)
	}
}

// A search without choices reaches great depths at once. Not every line of that is shown,
// but the first ones and the last.
func TestBurst(t *testing.T) {
	var list []core.Score
	for range 245 {
		list = append(list, 7)
	}
	s, e, out := newSession(t)
	e.search = scores(list...)
	s.Line("go infinite")
	e.settle()
	s.Line("stop")
	s.Wait()
	shown := regexp.MustCompile(`(?m)^info depth (\d+) `).FindAllStringSubmatch(out.String(), -1)
	if len(shown) < 61 || shown[59][1] != "60" {
		t.Errorf("of the first 60 depths only these: %v", shown)
	}
	if len(shown) > 200 || shown[len(shown)-1][1] != "245" {
		t.Errorf("%d lines of 245, the last of depth %s", len(shown), shown[len(shown)-1][1])
	}
}

// What is held back is shown when its time has come, though the search has nothing new,
// and the rest of its report follows.
func TestHeldReportsComeInTime(t *testing.T) {
	s, e, out := newSession(t)
	s.Line("usi")
	s.Line("setoption name PvInterval value 20")
	e.search = func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
		i := core.Info{Depth: 4, Rank: 1, Score: 1, Bound: core.Exact, Nodes: 1}
		to.Info(i)
		for !strings.Contains(out.String(), "multipv 1 ") {
			time.Sleep(time.Millisecond)
		}
		i.Rank = 2
		to.Info(i)
		for !strings.Contains(out.String(), "multipv 2 ") {
			time.Sleep(time.Millisecond)
		}
		return core.Result{Best: take(1)[0], Nodes: 1}
	}
	s.Line("setoption name MultiPV value 2")
	s.Line("go btime 100000")
	s.Wait() // for ever, if it is not
	if n := strings.Count(out.String(), "info depth"); n != 2 {
		t.Errorf("%d lines:\n%s", n, out)
	}
}

// An empty line now and then keeps a shogi front end waiting for readyok.
func TestKeepAlive(t *testing.T) {
	for _, c := range []struct {
		handshake string
		want      bool
	}{{"usi", true}, {"uci", false}} {
		s, e, out := newSlowSession(t)
		s.Line(c.handshake)
		out.reset()
		e.preparing = func() {
			until := time.Now().Add(50 * time.Millisecond)
			// For ever, if none comes where one has to.
			for !strings.Contains(out.String(), "\n\n") && (c.want || time.Now().Before(until)) {
				time.Sleep(time.Millisecond)
			}
		}
		s.Line("isready")
		if got := strings.Contains(out.String(), "\n\n"); got != c.want {
			t.Errorf("%s: empty lines: %v in\n%q", c.handshake, got, out)
		}
		if !strings.HasSuffix(out.String(), "readyok\n") {
			t.Errorf("%s: after readyok:\n%q", c.handshake, out)
		}
	}
}

// file is a log in memory.
type file struct {
	buffer
	broken bool
	closed int
}

func (f *file) Write(p []byte) (int, error) {
	if f.broken {
		return 0, errors.New("no space left")
	}
	return f.buffer.Write(p)
}

func (f *file) Close() error { f.closed++; return nil }

func TestDebugLog(t *testing.T) {
	files := map[string]*file{}
	s, _, out := newLoggingSession(t, func(path string) (io.WriteCloser, error) {
		if strings.HasPrefix(path, "no/") {
			return nil, errors.New("open " + path + ": no such folder")
		}
		files[path] = new(file)
		return files[path], nil
	})
	out.reset()
	const first, second = `C:\対局 記録\log  2.txt`, "other"
	for _, line := range []string{
		"isready", "setoption name Debug Log File value " + first, "go depth 1\r",
		"setoption name Debug Log File value no/log", "isready",
	} {
		s.Line(line)
		s.Wait()
	}
	if want := "info string ERROR no debug log: open no/log: no such folder\n"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out)
	}
	if files[first] == nil {
		t.Fatalf("%q was not opened, but %v", first, files)
	}
	stamp := regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} `)
	if got, want := stamp.ReplaceAllString(files[first].String(), ""), `>> go depth 1
<< info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
<< bestmove t1 ponder t1
>> setoption name Debug Log File value no/log
<< info string ERROR no debug log: open no/log: no such folder
>> isready
<< readyok
`; got != want {
		t.Errorf("log\n%s\nwant\n%s", got, want)
	}
	s.Line("setoption name DebugLogFile value " + second)
	if files[first].closed != 1 || files[second] == nil || files[second].closed != 0 {
		t.Error("the log did not change its file")
	}
	s.Line("setoption name Debug Log File value <empty>")
	before := files[second].String()
	s.Line("isready")
	if files[second].closed != 1 || files[second].String() != before {
		t.Error("the log did not end")
	}
}

// A disk that is full ends the log, and only that.
func TestDebugLogBreaks(t *testing.T) {
	log := new(file)
	s, _, out := newLoggingSession(t, func(string) (io.WriteCloser, error) { return log, nil })
	s.Line("setoption name Debug Log File value x")
	out.reset()
	log.broken = true
	for range 3 {
		s.Line("isready")
	}
	got := out.String()
	if strings.Count(got, "readyok") != 3 || strings.Count(got, "info string ERROR the debug log has ended: no space left\n") != 1 || log.closed != 1 {
		t.Errorf("closed %d times, printed\n%s", log.closed, got)
	}
}

// Lines in pieces are logged whole, and the end of the conversation closes the log.
func TestDebugLogOfPieces(t *testing.T) {
	log := new(file)
	s, _, _ := newLoggingSession(t, func(string) (io.WriteCloser, error) { return log, nil })
	if err := s.Run(strings.NewReader("setoption name Debug Log File value x\npieces\n")); err != nil {
		t.Fatal(err)
	}
	if got := log.String(); !strings.Contains(got, " << one line\n") || !strings.Contains(got, " << another one\n") || log.closed != 1 {
		t.Errorf("closed %d times, log\n%s", log.closed, got)
	}
}

// A session without a place for logs says so.
func TestNoDebugLog(t *testing.T) {
	runTranscript(t, "", nil)
}

// Pointless moves are left out in shogi unless they are asked for.
func TestGenerateAllLegalMoves(t *testing.T) {
	s, e, _ := newSession(t)
	var sensible bool
	e.search = func(_ core.Position, l core.Limits, _ core.Callbacks) core.Result {
		sensible = l.Sensible
		return core.Result{Best: take(1)[0]}
	}
	for _, c := range []struct {
		command string
		want    bool
	}{
		{"uci", false},
		{"usi", true},
		{"setoption name GenerateAllLegalMoves value true", false},
		{"setoption name GenerateAllLegalMoves value false", true},
	} {
		s.Line(c.command)
		s.Line("go depth 1")
		s.Wait()
		if sensible != c.want {
			t.Errorf("after %s: %v", c.command, sensible)
		}
	}
}
