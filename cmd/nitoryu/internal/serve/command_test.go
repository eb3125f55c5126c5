//go:build !wasm

package serve

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/protocol"
)

// a link without connection, for commands.
func bare(options ...Option) *link {
	s := &Server{config: Config{Options: options}, budget: budget{engines: 2, threads: 4, hash: 256, taken: map[*link]share{}}}
	l := &link{server: s}
	s.budget.enter(l)
	return l
}

func TestCommands(t *testing.T) {
	const opens = `opens files: give it on the command line`
	for _, c := range []struct{ name, line, pass, note, err string }{
		{"a search", "go infinite", "go infinite", "", ""},
		{"a position", "position startpos moves e2e4", "position startpos moves e2e4", "", ""},
		{"a handshake", "uci", "uci", "", ""},
		{"a handshake whose table is what there is", "usi", "usi", "", ""},
		{"an option", "setoption name MultiPV value 3", "setoption name MultiPV value 3", "", ""},
		{"an option of shogi", "setoption name USI_Ponder value true", "setoption name Ponder value true", "", ""},
		{"a button", "setoption name Clear Hash", "setoption name Clear Hash", "", ""},
		{"a text", "setoption name UCI_Opponent value none none human  A B", "setoption name UCI_Opponent value none none human A B", "", ""},
		{"threads", "setoption name Threads value 4", "setoption name Threads value 4", "", ""},
		{"too many threads", "setoption name Threads value 64", "setoption name Threads value 4", "Threads is 4, not 64: more is not left for this page", ""},
		{"threads that are no number", "setoption name Threads value x", "setoption name Threads value x", "", ""},
		{"no threads", "setoption name Threads value 0", "setoption name Threads value 0", "", ""},
		{"too much memory", "setoption name Hash value 4096", "setoption name Hash value 256", "Hash is 256 MiB, not 4096: more is not left for this page", ""},
		{"too much memory in shogi", "setoption name usi_hash value 4096", "setoption name Hash value 256", "Hash is 256 MiB, not 4096: more is not left for this page", ""},
		{"our own network", "setoption name EvalFile value <embedded>", "setoption name EvalFile value <embedded>", "", ""},
		{"no tables", "setoption name SyzygyPath value <empty>", "setoption name SyzygyPath value <empty>", "", ""},
		{"tables of the command line", "setoption name SyzygyPath value /tables", "setoption name SyzygyPath value /tables", "", ""},

		{"other tables", "setoption name SyzygyPath value /home", "", "", opens},
		{"a network", "setoption name EvalFile value /etc/passwd", "", "", opens},
		{"a network under another name", "setoption name eval_file value /etc/passwd", "", "", opens},
		{"a network behind an unknown word", "hello setoption name EvalFile value /etc/passwd", "", "", "is not for pages"},
		{"a network behind another option", "setoption name MultiPV value 1 setoption name EvalFile value /etc/passwd",
			"setoption name MultiPV value 1 setoption name EvalFile value /etc/passwd", "", ""}, // one option with a strange value
		{"a folder", "setoption name EvalDir value /etc", "", "", opens},
		{"a book", "setoption name BookFile value /etc/passwd", "", "", opens},
		{"a log", "setoption name Debug Log File value /tmp/x", "", "", opens},
		{"a log of shogi", "setoption name DebugLogFile value /tmp/x", "", "", opens},
		{"an unknown option", "setoption name Nonsense value 3", "", "", `there is no option "Nonsense"`},
		{"no option", "setoption", "", "", "expected name"},
		{"no name", "setoption value 3", "", "", "expected name"},
		{"the end", "quit", "", "", "is not for pages"},
		{"a bench", "bench", "", "", "is not for pages"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pass, note, err := bare(Option{"SyzygyPath", "/tables"}).command(c.line)
			if pass != c.pass || note != c.note || (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q, %q, %v", pass, note, err)
			}
		})
	}
}

// Where less is left than the usual table, the handshake takes less.
func TestHandshakeWithLittleMemory(t *testing.T) {
	l := bare()
	l.server.budget.hash = 100
	pass, note, err := l.command("usi")
	if want := "usi\nsetoption name Hash value 100"; pass != want || note == "" || err != nil {
		t.Errorf("%q, %q, %v", pass, note, err)
	}
	if _, _, err := l.command("setoption name Hash value 20"); err != nil {
		t.Error(err)
	}
	if pass, _, _ := l.command("usi"); pass != "usi" {
		t.Errorf("%q after a choice of the page", pass)
	}
}

// After a restart an engine has what every engine has, and the handshake asks again.
func TestRestartedBudget(t *testing.T) {
	s := open(t, func(c *Config) { c.Threads, c.Hash = 4, 100 }, nil)
	one, two := s.link(t), s.link(t)
	one.send("setoption name Threads value 3")
	one.want("got setoption name Threads value 3")
	one.send("setoption name Hash value 60")
	one.want("got setoption name Hash value 60")
	one.send(`{"id":1,"do":"restart"}`)
	one.want(`{"id":1,"engine":"ready"}`)
	two.send("setoption name Threads value 3")
	two.want("got setoption name Threads value 3")
	two.send("setoption name Hash value 80")
	two.want("got setoption name Hash value 80")
	one.send("usi")
	told := []string{one.line(), one.line(), one.line()} // engine and note in any order
	if want := "got setoption name Hash value 20"; !slices.Contains(told, want) {
		t.Errorf("the page is told %q, want %q", told, want)
	}
}

func TestBudget(t *testing.T) {
	b := budget{engines: 3, threads: 8, hash: 100, taken: map[*link]share{}}
	one, two, three := &link{}, &link{}, &link{}
	for _, l := range []*link{one, two, three} {
		if !b.enter(l) {
			t.Fatal("no engine")
		}
	}
	if b.enter(&link{}) {
		t.Error("a fourth engine")
	}
	for _, c := range []struct {
		name   string
		of     *link
		wished share
		want   share
	}{
		{"nothing", one, share{}, share{1, leastHash}},
		{"some threads", one, share{threads: 4}, share{4, leastHash}},
		{"all threads", two, share{threads: 8}, share{3, leastHash}},
		{"none are left", three, share{threads: 2}, share{1, leastHash}},
		{"fewer", one, share{threads: 2}, share{2, leastHash}},
		{"what came free", two, share{threads: 8}, share{5, leastHash}},
		{"all memory", one, share{hash: 1000}, share{2, 68}},
		{"none is left", two, share{hash: 50}, share{5, leastHash}},
		{"less than everyone has", two, share{hash: 3}, share{5, 3}},
	} {
		if got := b.wish(c.of, c.wished); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	b.leave(one)
	if got := b.wish(two, share{8, 1000}); got != (share{7, 84}) {
		t.Errorf("after one has left: %v", got)
	}
}

func TestParseOption(t *testing.T) {
	for _, c := range []struct {
		text string
		want Option
		ok   bool
	}{
		{"SyzygyPath=/tables", Option{"SyzygyPath", "/tables"}, true},
		{"evaldir=C:\\eval=2", Option{"EvalDir", "C:\\eval=2"}, true},
		{"SyzygyPath", Option{}, false},
		{"Nonsense=1", Option{}, false},
		{"SyzygyPath=/tables\nquit", Option{}, false},
	} {
		if got, err := ParseOption(c.text); got != c.want || (err == nil) != c.ok {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
	}
}

// Whatever a page sends, what the engine gets is a line or two that begin with a command for
// pages, and opens no file.
func FuzzCommand(f *testing.F) {
	for _, seed := range []string{
		"go infinite", "setoption name EvalFile value /etc/passwd", "setoption name Hash value 99999", "usi", "x\nquit",
		"setoption name name value value", "\ufeffsetoption name EvalFile value x", "setoption name Debug Log File value x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		pass, note, err := bare().command(line)
		if err != nil {
			if pass != "" || strings.ContainsAny(note, "\r\n") {
				t.Errorf("refused, but passed %q and noted %q", pass, note)
			}
			return
		}
		for i, got := range strings.Split(pass, "\n") {
			words := strings.Fields(got)
			if len(words) == 0 || !slices.Contains(passed, words[0]) || i > 1 || strings.ContainsFunc(got, control) {
				t.Errorf("passed %q", pass)
				return
			}
			if words[0] != "setoption" {
				continue
			}
			name, value, _ := strings.Cut(strings.TrimPrefix(got, "setoption name "), " value ")
			if o, ok := protocol.FindOption(name); !ok || o.Opens && !slices.Contains(closing, value) {
				t.Errorf("passed %q", pass)
			}
		}
	})
}
