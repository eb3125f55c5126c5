package protocol_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// In a transcript "> " marks what the front end sends and "* " what the session asks of
// its engine; the rest is printed.
func runTranscript(t *testing.T, transcript string, prepare func(*fakeEngine)) {
	t.Helper()
	runAfter(t, "", transcript, prepare)
}

// runAfter is runTranscript in a session that was greeted with a handshake.
func runAfter(t *testing.T, handshake, transcript string, prepare func(*fakeEngine)) {
	t.Helper()
	got := strings.TrimSpace(transcriptOf(t, handshake, transcript, prepare))
	if want := strings.TrimSpace(transcript); got != want {
		t.Errorf("the transcript is another:\n%s", difference(want, got))
	}
}

// transcriptOf sends what a transcript sends and returns what becomes of it.
func transcriptOf(t *testing.T, handshake, transcript string, prepare func(*fakeEngine)) string {
	t.Helper()
	s, e, out := newSession(t)
	s.Line(handshake)
	if prepare != nil {
		prepare(e)
	}
	out.reset()
	for _, line := range strings.Split(transcript, "\n") {
		if command, ok := strings.CutPrefix(line, "> "); ok {
			out.line(line)
			s.Line(command)
			if !strings.Contains(command, "perft") {
				e.settle()
			} else {
				s.Wait()
			}
		}
	}
	e.Stop()
	e.Wait()
	return withoutMeasured(out.String())
}

// difference returns the lines from the first to the last that differ, with the ones around.
func difference(want, got string) string {
	const around = 3
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	before, after := 0, 0
	for before < min(len(a), len(b)) && a[before] == b[before] {
		before++
	}
	for after < min(len(a), len(b))-before && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	var text strings.Builder
	show := func(mark string, lines []string) {
		for _, line := range lines {
			text.WriteString(mark + line + "\n")
		}
	}
	show("  ", a[max(0, before-around):before])
	show("- ", a[before:len(a)-after])
	show("+ ", b[before:len(b)-after])
	show("  ", a[len(a)-after:min(len(a), len(a)-after+around)])
	return text.String()
}

func TestDifference(t *testing.T) {
	for _, c := range []struct{ name, want, got, text string }{
		{"equal", "a\nb", "a\nb", "  a\n  b\n"},
		{"another line", "a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nd\nX\nf\ng", "  b\n  c\n  d\n- e\n+ X\n  f\n  g\n"},
		{"a line more", "a\na", "a\na\na", "  a\n  a\n+ a\n"},
		{"a line less", "a\nb\nb", "a\nb", "  a\n  b\n- b\n"},
	} {
		if got := difference(c.want, c.got); got != c.text {
			t.Errorf("%s: %q, want %q", c.name, got, c.text)
		}
	}
}

var update = flag.Bool("update", false, "write transcripts anew, to be read before they are committed")

// Each file of testdata/transcripts is a dialogue.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			must.OK(t, err)
			if !*update {
				runTranscript(t, string(text), nil)
				return
			}
			text = []byte(strings.TrimSpace(transcriptOf(t, "", string(text), nil)) + "\n")
			must.Write(t, file, text)
		})
	}
}

func TestReports(t *testing.T) {
	for _, c := range []struct {
		name, transcript string
		search           func(core.Position, core.Limits, core.Callbacks) core.Result
	}{
		{"bounds, ranks, mates, faults", `
> setoption name MultiPV value 2
> go nodes 5
* go nodes=5 multipv=2
info string ERROR two lines of one
info depth 7 currmove t2 currmovenumber 2 nodes 2 nps 2000 hashfull 0 time 1
info depth 7 seldepth 9 multipv 1 score cp -20 upperbound nodes 3 nps 3000 hashfull 0 time 1 pv t3 t1
info depth 7 seldepth 9 multipv 1 score mate 2 lowerbound nodes 3 nps 3000 hashfull 1000 time 1 pv t2
info depth 7 seldepth 9 multipv 2 score mate -1 nodes 3 nps 3000 hashfull 1000 time 1
bestmove t3`, func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			i := core.Info{Depth: 7, SelDepth: 9, Rank: 1, Nodes: 3, HashFull: -1}
			to.Fault(errors.New("two lines\nof one"))
			to.Current(core.CurrentMove{Depth: 7, Move: take(2)[0], Number: 2, Nodes: 2})
			i.Score, i.Bound, i.PV = -20, core.Upper, take(3, 1)
			to.Info(i)
			i.Score, i.Bound, i.PV, i.HashFull = core.WinIn(3), core.Lower, take(2, 3), 2000
			to.Info(i)
			i.Score, i.Bound, i.PV, i.Rank = core.LossIn(2), core.Exact, nil, 2
			to.Info(i)
			return core.Result{Best: take(3)[0], Ponder: take(2)[0]}
		}},
		{"an expected reply that ends the game is not pondered on", `
> go depth 1
* go depth=1
bestmove t1`, func(core.Position, core.Limits, core.Callbacks) core.Result {
			return core.Result{Best: take(1)[0], Ponder: take(3)[0]}
		}},
		{"what an unfinished iteration cost", `
> go nodes 900
* go nodes=900
info depth 1 seldepth 0 multipv 1 score cp 0 nodes 500 nps 500000 hashfull 0 time 1 pv t1
info nodes 900 nps 300000 time 3
bestmove t1`, func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			to.Info(core.Info{Depth: 1, Rank: 1, Bound: core.Exact, PV: take(1), Nodes: 500, Elapsed: time.Millisecond})
			return core.Result{Best: take(1)[0], Nodes: 900, Elapsed: 3 * time.Millisecond}
		}},
		{"a win by endgame tables", `
> go depth 1
* go depth=1
info depth 7 seldepth 9 multipv 1 score cp 19997 nodes 3 nps 3000 hashfull 0 tbhits 12 time 1 pv t1
info depth 8 seldepth 9 multipv 1 score cp -20000 nodes 3 nps 3000 hashfull 0 tbhits 12 time 1 pv t1
bestmove t1`, func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			i := core.Info{Depth: 7, SelDepth: 9, Rank: 1, Score: core.TableWinIn(3), Bound: core.Exact, PV: take(1), Nodes: 3, Endgames: 12}
			to.Info(i)
			i.Depth, i.Score = 8, -core.TableWinIn(0)
			to.Info(i)
			return core.Result{Best: take(1)[0]}
		}},
		{"no move from the engine", `
> go depth 1
* go depth=1
bestmove (none)`, func(core.Position, core.Limits, core.Callbacks) core.Result { return core.Result{} }},
		{"a declaration means nothing in chess", `
> go depth 1
* go depth=1
bestmove t2`, func(core.Position, core.Limits, core.Callbacks) core.Result {
			return core.Result{Best: take(2)[0], Declare: true}
		}},
		{"nothing follows the best move", `
> go depth 1
* go depth=1
bestmove t2
> stop`, func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			to.Done(core.Result{Best: take(2)[0]})
			to.Fault(errors.New("late"))
			return core.Result{Best: take(1)[0]} // a second answer
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			runTranscript(t, c.transcript, func(e *fakeEngine) { e.search = c.search })
		})
	}
}

func TestUSIReports(t *testing.T) {
	s, e, out := newSession(t)
	s.Line("usi")
	e.search = func(_ core.Position, l core.Limits, to core.Callbacks) core.Result {
		to.Info(core.Info{Depth: 3, SelDepth: 4, Rank: 1, Score: core.WinIn(5), Bound: core.Exact,
			PV: take(1), Nodes: 50, Elapsed: 2 * time.Millisecond})
		return core.Result{Best: take(1)[0], Declare: l.Depth == 2}
	}
	for _, c := range []struct{ name, commands, want string }{
		{"one line has no rank", "position startpos\ngo depth 1",
			"* go depth=1\ninfo depth 3 seldepth 4 score mate 5 nodes 50 nps 25000 hashfull 0 time 2 pv t1\nbestmove t1\n"},
		{"declaration", "position sfen 5 1 declare\ngo depth 2",
			"* go depth=2\ninfo depth 3 seldepth 4 score mate 5 nodes 50 nps 25000 hashfull 0 time 2 pv t1\nbestmove win\n"},
		{"declaration without a move", "position sfen 0 1 declare\ngo depth 2",
			"* go depth=2\ninfo depth 3 seldepth 4 score mate 5 nodes 50 nps 25000 hashfull 0 time 2\nbestmove win\n"},
		{"mated", "position sfen 0 1\ngo byoyomi 100", "* go time=0s/0s byoyomi=100ms\ninfo depth 0 score mate -0\nbestmove resign\n"},
		{"several lines have ranks, no more than moves", "setoption name USI_MultiPV value 500\nposition startpos\ngo depth 1",
			"* go depth=1 multipv=500\ninfo depth 3 seldepth 4 multipv 1 score mate 5 nodes 50 nps 25000 hashfull 0 time 2 pv t1\nbestmove t1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out.reset()
			for _, line := range strings.Split(c.commands, "\n") {
				s.Line(line)
			}
			s.Wait()
			if got := out.String(); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestPrepareError(t *testing.T) {
	runTranscript(t, `
> isready
* prepare
info string ERROR no memory, keeping 16 MiB
readyok`, func(e *fakeEngine) { e.prepareErr = errors.New("no memory,\nkeeping 16 MiB") })
}

// The memory of a new table is described before readyok, once.
func TestNewsOfTheTable(t *testing.T) {
	runTranscript(t, `
> go depth 2
* go depth=2
info depth 2 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1
bestmove t1 ponder t1
> isready
* prepare
info string hash 16 MiB in pages
readyok
> isready
* prepare
readyok`, func(e *fakeEngine) { e.news = "hash 16 MiB in pages" })
}
