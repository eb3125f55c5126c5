package protocol_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// patient is a fake engine that finishes a search only when the test lets it, or
// when it is stopped.
type patient struct {
	*fakeEngine
	finish bool // guarded by its mu
}

func (e *patient) think(p core.Position, l core.Limits, to core.Callbacks) core.Result {
	to.Info(core.Info{Depth: 1, Rank: 1, Bound: core.Exact, PV: take(1)})
	e.mu.Lock()
	for !e.finish && !e.stopped {
		e.change.Wait()
	}
	e.finish = false
	e.mu.Unlock()
	to.Info(core.Info{Depth: 2, Rank: 1, Bound: core.Exact, PV: take(1)})
	return core.Result{Best: take(1)[0]}
}

// settle lets a search finish if told so, and returns when nothing more happens without
// a command.
func (e *patient) settle(finish bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if finish && e.running && !e.held {
		e.finish = true
		e.change.Broadcast()
	}
	for e.running && (e.finish || e.stopped || e.held && !e.pondering && !e.infinite) {
		e.change.Wait()
	}
}

// promise is what a front end may expect, without any phases.
type promise struct {
	owed     bool // an answer
	known    bool // it, but it may have to wait
	infinite bool
	ponder   bool
	renewed  bool // by ponderhit: what is known is of another search
	answers  int
	readies  int
}

func (p *promise) answer() {
	if p.owed {
		p.owed = false
		p.answers++
	}
}

func (p *promise) settle() {
	if p.known && !p.infinite && !p.ponder {
		p.answer()
	}
}

// Each sequence of commands, with searches that end at any time, keeps the promise after
// each command, and nothing follows an answer. NITORYU_SEQUENCES is how many commands a
// sequence has.
func TestEverySequenceOfCommands(t *testing.T) {
	length := map[string]int{"uci": 3, "usi": 3}
	if must.Full() {
		length["uci"] = 4
	}
	for dialect := range length {
		if text := os.Getenv("NITORYU_SEQUENCES"); text != "" {
			var err error
			if length[dialect], err = strconv.Atoi(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, dialect := range []string{"uci", "usi"} {
		t.Run(dialect, func(t *testing.T) { followSequences(t, dialect, length[dialect]) })
	}
}

// followSequences goes through all sequences of a length.
func followSequences(t *testing.T, dialect string, length int) {
	begin := func(infinite, ponder, known bool) func(*promise) {
		return func(p *promise) {
			p.answer() // a go ends the search before
			p.owed, p.known, p.infinite, p.ponder, p.renewed = true, known, infinite, ponder, false
		}
	}
	steps := []struct {
		command string // "": the engine has finished its search
		expect  func(*promise)
	}{
		{"", func(p *promise) { p.known = true }},
		{"go depth 3", begin(false, false, false)},
		{"go infinite", begin(true, false, false)},
		{"go ponder depth 3", begin(false, true, false)},
		{"setoption name Stochastic_Ponder value true|position startpos moves t1|go ponder|setoption name Stochastic_Ponder value false|position startpos", func(p *promise) {
			begin(false, true, false)(p)
			p.renewed = true
		}},
		{"position fen 0 1|go infinite|position fen 4 1", begin(true, false, true)},
		{"position fen 0 1|go ponder|position fen 4 1", begin(false, true, true)},
		{"position nowhere|go infinite|position fen 4 1", begin(true, false, true)},
		{"position nowhere|go ponder|position fen 4 1", begin(false, true, true)},
		{"stop", (*promise).answer},
		{"stop|stop|ponderhit", (*promise).answer}, // the search is still about to stop
		{"ponderhit", func(p *promise) {
			p.known = p.known && !(p.ponder && p.renewed)
			p.ponder = false
		}},
		{"isready", func(p *promise) { p.readies++ }},
		{"ucinewgame", (*promise).answer},
		{"setoption name Threads value 2|setoption name MultiPV value x", func(*promise) {}},
	}
	if dialect == "usi" {
		for i := range steps {
			steps[i].command = strings.NewReplacer("position fen", "position sfen", "ucinewgame", "usinewgame").Replace(steps[i].command)
		}
	}
	endings := []string{"quit\n", ""} // the latter: the end of the input
	sequence := make([]int, length)
	for n := 0; ; n++ {
		if err := followSequence(t, dialect, endings[n%2], func(do func(command string, expect func(*promise))) {
			for _, i := range sequence {
				do(steps[i].command, steps[i].expect)
			}
		}); err != nil {
			names := []string{}
			for _, i := range sequence {
				names = append(names, fmt.Sprintf("%q", steps[i].command))
			}
			t.Fatalf("%s, then %q: %v", strings.Join(names, ", "), endings[n%2], err)
		}
		at := 0
		for ; at < length; at++ {
			if sequence[at]++; sequence[at] < len(steps) {
				break
			}
			sequence[at] = 0
		}
		if at == length {
			t.Logf("%d sequences", n+1)
			return
		}
	}
}

// followSequence makes the steps of play and returns where the promise was broken.
func followSequence(t *testing.T, dialect, ending string, play func(do func(string, func(*promise)))) (err error) {
	s, fake, out := newSession(t)
	e := &patient{fakeEngine: fake}
	fake.search = e.think
	if dialect != "uci" { // which is in force from the start
		s.Line(dialect)
	}
	want := promise{}
	check := func(after string) {
		text := out.String()
		if got := strings.Count(text, "bestmove "); got != want.answers {
			err = errors.Join(err, fmt.Errorf("after %q: %d answers, want %d", after, got, want.answers))
		}
		if got := strings.Count(text, "readyok"); got != want.readies {
			err = errors.Join(err, fmt.Errorf("after %q: readyok %d times, want %d", after, got, want.readies))
		}
	}
	play(func(command string, expect func(*promise)) {
		for line := range strings.SplitSeq(command, "|") {
			s.Line(line)
		}
		e.settle(command == "")
		expect(&want)
		want.settle()
		check(command)
	})
	if runErr := s.Run(strings.NewReader(ending)); runErr != nil {
		return runErr
	}
	want.answer()
	check(ending)
	// No line about a search comes between its answer and the next go, and the
	// engine gets one ponderhit at most.
	open, hits := false, 0
	for line := range strings.Lines(out.String()) {
		switch {
		case strings.HasPrefix(line, "* go"):
			open, hits = true, 0
		case strings.HasPrefix(line, "bestmove "):
			open = false
		case strings.HasPrefix(line, "* ponderhit"):
			if hits++; hits > 1 {
				err = errors.Join(err, errors.New("a second ponderhit for one search"))
			}
		case strings.HasPrefix(line, "info depth") && !open && !strings.HasPrefix(line, "info depth 0"):
			err = errors.Join(err, fmt.Errorf("%q behind the answer", line))
		}
	}
	return err
}
