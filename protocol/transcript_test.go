package protocol_test

import (
	"errors"
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// runTranscript plays the dialogue that a file of testdata has under the name of the test, in
// a session that was greeted with a handshake. "> " marks what the front end sends and "* "
// what the session asks of its engine; the rest is printed.
func runTranscript(t *testing.T, handshake string, prepare func(*fakeEngine)) {
	t.Helper()
	runFile(t, pathFor(t)+".txt", handshake, prepare)
}

// runFolder plays all dialogues in the folder for a test.
func runFolder(t *testing.T, handshake string, prepare func(*fakeEngine)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pathFor(t), "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runFile(t, file, handshake, prepare) })
	}
}

// pathFor returns where transcripts of a test are.
func pathFor(t *testing.T) string {
	name := regexp.MustCompile(`[^A-Za-z0-9/]+`).ReplaceAllString(strings.TrimPrefix(t.Name(), "Test"), "-")
	return filepath.Join("testdata", "transcripts", filepath.FromSlash(name))
}

func runFile(t *testing.T, file, handshake string, prepare func(*fakeEngine)) {
	t.Helper()
	want := string(must.Read(t, file))
	got := strings.TrimSpace(transcriptOf(t, handshake, want, prepare)) + "\n"
	if *update {
		must.Write(t, file, []byte(got))
	} else if got != want {
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

// Each file of the folder is a dialogue.
func TestTranscripts(t *testing.T) { runFolder(t, "", nil) }

func TestReports(t *testing.T) {
	for _, c := range []struct {
		name   string
		search func(core.Position, core.Limits, core.Callbacks) core.Result
	}{
		{"bounds, ranks, mates, faults", func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
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
		{"an expected reply that ends the game is not pondered on", func(core.Position, core.Limits, core.Callbacks) core.Result {
			return core.Result{Best: take(1)[0], Ponder: take(3)[0]}
		}},
		{"what an unfinished iteration cost", func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			to.Info(core.Info{Depth: 1, Rank: 1, Bound: core.Exact, PV: take(1), Nodes: 500, Elapsed: time.Millisecond})
			return core.Result{Best: take(1)[0], Nodes: 900, Elapsed: 3 * time.Millisecond}
		}},
		{"a win by endgame tables", func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			i := core.Info{Depth: 7, SelDepth: 9, Rank: 1, Score: core.TableWinIn(3), Bound: core.Exact, PV: take(1), Nodes: 3, Endgames: 12}
			to.Info(i)
			i.Depth, i.Score = 8, -core.TableWinIn(0)
			to.Info(i)
			return core.Result{Best: take(1)[0]}
		}},
		{"no move from the engine", func(core.Position, core.Limits, core.Callbacks) core.Result { return core.Result{} }},
		{"a declaration means nothing in chess", func(core.Position, core.Limits, core.Callbacks) core.Result {
			return core.Result{Best: take(2)[0], Declare: true}
		}},
		{"nothing follows the best move", func(_ core.Position, _ core.Limits, to core.Callbacks) core.Result {
			to.Done(core.Result{Best: take(2)[0]})
			to.Fault(errors.New("late"))
			return core.Result{Best: take(1)[0]} // a second answer
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			runTranscript(t, "", func(e *fakeEngine) { e.search = c.search })
		})
	}
}

func TestUSIReports(t *testing.T) {
	runFolder(t, "usi", func(e *fakeEngine) {
		e.search = func(_ core.Position, l core.Limits, to core.Callbacks) core.Result {
			to.Info(core.Info{Depth: 3, SelDepth: 4, Rank: 1, Score: core.WinIn(5), Bound: core.Exact,
				PV: take(1), Nodes: 50, Elapsed: 2 * time.Millisecond})
			return core.Result{Best: take(1)[0], Declare: l.Depth == 2}
		}
	})
}

func TestPrepareError(t *testing.T) {
	runTranscript(t, "", func(e *fakeEngine) { e.prepareErr = errors.New("no memory,\nkeeping 16 MiB") })
}

// The memory of a new table is described before readyok, once.
func TestNewsOfTheTable(t *testing.T) {
	runTranscript(t, "", func(e *fakeEngine) { e.news = "hash 16 MiB in pages" })
}
