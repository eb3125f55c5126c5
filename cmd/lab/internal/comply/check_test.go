package comply

import (
	"bufio"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
)

// fake is an engine of UCI that is made up: it answers with the first legal move, unless it has a fault.
type fake struct {
	out     func(string)
	faulty  func(fault string) bool
	p       *nitoryu.Position
	waiting bool // a search waits for stop or ponderhit
}

// patience is for faults that keep a question waiting.
const patience = 3 * time.Second

// start starts a fake with some faults.
func start(faults ...string) func() (*Program, error) {
	return func() (*Program, error) {
		in, write := io.Pipe()
		lines := make(chan string, 100_000)
		f := &fake{p: &nitoryu.Position{}, out: func(line string) { lines <- line }, faulty: func(name string) bool { return slices.Contains(faults, name) }}
		go func() {
			defer close(lines)
			defer in.Close()
			for r := bufio.NewReader(in); ; {
				line, err := r.ReadString('\n')
				if err != nil || !f.line(strings.TrimSpace(line)) {
					return
				}
			}
		}()
		return &Program{In: write, Lines: lines, Wait: func() error { return nil }, Kill: func() { _ = in.Close() }}, nil
	}
}

// line obeys a line, and reports whether more are read.
func (f *fake) line(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 {
		return true
	}
	for len(words) > 1 && words[0] == "joho" {
		words = words[1:]
	}
	switch words[0] {
	case "uci":
		if !f.faulty("no name") {
			f.out("id name Fake")
		}
		f.out("id author nobody")
		f.out("option name Hash type spin default 16 min 1 max 64")
		if f.faulty("a default out of bounds") {
			f.out("option name Skill type spin default 30 min 0 max 20")
		}
		if f.faulty("an option twice") {
			f.out("option name hash type check default true")
		}
		f.out("uciok")
	case "isready":
		if f.waiting && f.faulty("isready ends a search") {
			f.answer()
		}
		f.out("readyok")
	case "position":
		f.position(line)
	case "go":
		f.out("info depth 1 score cp 10 nodes 1 multipv 1" + f.line1())
		if slices.Contains(words, "infinite") || slices.Contains(words, "ponder") || len(words) == 1 || slices.Contains(words, "600000") || slices.Contains(words, "36000000") {
			if f.waiting = true; !f.faulty("it waits for nobody") {
				return true
			}
		}
		f.answer()
	case "stop", "ponderhit":
		if f.waiting && !f.faulty("it never stops") {
			f.answer()
		}
	case "quit":
		return f.faulty("it does not end")
	case "setoption", "ucinewgame", "debug", "register":
	default:
		return !f.faulty("it dies of unknown words")
	}
	return true
}

// line1 is a line of thought.
func (f *fake) line1() string {
	if f.faulty("an illegal line") {
		return " pv e2e4 e2e4"
	}
	if legal := f.p.Legal(); len(legal) > 0 {
		return " pv " + string(legal[0])
	}
	return ""
}

// position sets up a position, as far as it is one.
func (f *fake) position(line string) {
	setup, moves, _ := strings.Cut(strings.TrimPrefix(strings.Join(strings.Fields(line), " "), "position "), " moves")
	p, err := nitoryu.Open(nitoryu.Setup{Position: strings.TrimPrefix(strings.TrimPrefix(setup, "startpos"), "fen ")})
	if err != nil {
		return
	}
	for _, m := range strings.Fields(moves) {
		if p.Play(nitoryu.Move(m)) != nil {
			break
		}
	}
	f.p = p
}

// answer answers a search.
func (f *fake) answer() {
	f.waiting = false
	legal := f.p.Legal()
	slices.Sort(legal)
	switch {
	case f.faulty("an illegal move"):
		f.out("bestmove a1a8")
	case len(legal) == 0:
		f.out("bestmove (none)")
	default:
		f.out("bestmove " + string(legal[0]))
	}
	if f.faulty("two answers") {
		f.out("bestmove 0000")
	}
}

// asked returns the answers of a fake with some faults to some questions.
func asked(t *testing.T, only string, faults ...string) map[string]Result {
	t.Helper()
	answers := map[string]Result{}
	c := Checker{Protocol: UCI, Start: start(faults...), Patience: patience, Silence: time.Millisecond, Only: regexp.MustCompile(only)}
	c.Report = func(r Result) {
		name := r.Group + ": " + r.Question
		if _, twice := answers[name]; twice {
			t.Errorf("%s is asked twice", name)
		}
		answers[name] = r
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return answers
}

// Each fault is seen by the question that is about it, with the words that show it.
func TestFaults(t *testing.T) {
	good := asked(t, "")
	for _, c := range []struct{ fault, question, why string }{
		{"no name", "handshake: it has a name", "no id name"},
		{"a default out of bounds", "options: each is well formed", "the default 30 is not within 0 to 20"},
		{"an option twice", "options: no name stands twice", `"hash" stands twice`},
		{"isready ends a search", "stop: readyok while it searches, which goes on", "isready ends the search"},
		{"an illegal line", "limits: one ply", "is not legal: move"},
		{"an illegal move", "limits: one ply", "a1a8 is not legal in"},
		{"two answers", "limits: one ply", `a second answer: "bestmove 0000"`},
		{"it waits for nobody", "stop: an infinite search goes on until stop", "too early"},
		{"it waits for nobody", "ponder: there is no answer before ponderhit", "too early"},
		{"it never stops", "stop: stop at once", "no bestmove within 3s"},
		{"it does not end", "end: quit", "it does not end within 3s"},
		{"it dies of unknown words", "handshake: an unknown command is ignored", "the engine ends before readyok"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			if r := good[c.question]; r.Verdict != Pass {
				t.Errorf("without the fault: %+v", r)
			}
			r := asked(t, "^"+regexp.QuoteMeta(c.question)+"$", c.fault)[c.question]
			if r.Verdict != Fail || !strings.Contains(r.Why, c.why) || len(r.Words) == 0 {
				t.Errorf("%+v, want a failure because of %s", r, c.why)
			}
		})
	}
}

// The questions are many, have names of their own, and set up what is a position.
func TestQuestions(t *testing.T) {
	for _, p := range []Protocol{UCI, USI} {
		seen, all := map[string]bool{}, questions(p)
		for _, q := range all {
			if name := q.group + ": " + q.name; seen[name] {
				t.Errorf("%s: %s stands twice", p, name)
			} else {
				seen[name] = true
			}
		}
		if len(all) < 100 {
			t.Errorf("%s has only %d questions", p, len(all))
		}
		odds := map[Protocol][]odd{UCI: oddChess, USI: oddShogi}[p]
		for _, o := range odds {
			d := &dialogue{Checker: &Checker{Protocol: p}}
			if why, _ := d.try(func(d *dialogue) { d.at(o.position) }); why != "" {
				t.Errorf("%s: %s: %s", p, o.name, why)
			}
		}
	}
}

// Options are read as the protocols write them.
func TestOptions(t *testing.T) {
	for _, c := range []struct{ line, want, wrong string }{
		{"option name Hash type spin default 16 min 1 max 1024", "Hash", ""},
		{"option name Clear Hash type button", "Clear Hash", ""},
		{"option name Style type combo default Solid play var Solid play var Risky", "Style", ""},
		{"option name Book type string default <empty>", "Book", ""},
		{"option name Book type string default", "Book", ""},
		{"option name EvalDir type filename default eval", "EvalDir", ""},
		{"option name Book type string", "Book", "it has no default"},
		{"option name Hash type spin default x min 1 max 2", "Hash", `"x" is no number`},
		{"option name Style type combo default Wild var Solid", "Style", `the default "Wild" is none of its choices`},
		{"option name Own type check default on", "Own", "neither true nor false"},
		{"option name Own type switch default on", "Own", `there is no type "switch"`},
		{"option type check default true", "", "it has no name"},
	} {
		o := parse(c.line)
		got := ""
		if err := o.wrong(); err != nil {
			got = err.Error()
		}
		if o.name != c.want || !strings.Contains(got, c.wrong) || (got == "") != (c.wrong == "") {
			t.Errorf("%s: %+v, wrong is %q, want %q", c.line, o, got, c.wrong)
		}
	}
}
