package play

import (
	"context"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// endless thinks until it is stopped.
type endless struct {
	prepared
	thinks  func()
	stopped atomic.Int32
}

func (e *endless) Search(_ context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	var report nitoryu.Reporter
	search, report := nitoryu.NewSearch(func() {
		e.stopped.Add(1)
		report.Finish(e.answer(p, l), nil)
	}, nil)
	e.thinks()
	return search, nil
}

// Ctrl-C ends what somebody waits for and not the game; at the prompt the second leaves.
func TestInterrupts(t *testing.T) {
	const again = "Ctrl-C once more leaves the game, as quit does.\n"
	for _, c := range []struct {
		name     string
		keys     string // separated by semicolons; ^C while something is awaited
		has      string // separated by |
		never    string
		searches int32 // that were stopped
	}{
		{"the engine moves at once", "e4;^C;quit;", "Black plays 1... e5\n|Save the game", again, 1},
		{"a hint is given at once", "hint;^C;quit", "1. Na3: ", again, 1},
		{"once at the prompt", "^C;flip;quit", again, "Save", 0},
		{"twice at the prompt", "^C;^C", again, "Save", 0},
		{"something is typed in between", "^C;flip;^C;flip;quit", again, "Save", 0},
		{"twice at the prompt, in a game", "e4;^C;^C;^C;", again + "|Save the game", "[Event", 1},
		{"once more at the question", "e4;^C;^C;^C;^C", again + "|Save the game|[Event", "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := new(strings.Builder)
			lines, stop, waits := make(chan string), make(chan os.Signal, 1), make(chan bool, 100)
			e := &endless{prepared: prepared{moves: []string{"e7e5"}}, thinks: func() { waits <- true }}
			g, err := New(Config{
				Game: games.Chess(), Engine: e, Advice: nitoryu.Limits{Lines: advice}, Out: out, Ask: func(prompt string) {
					if _, _ = io.WriteString(out, prompt); prompt != "" {
						waits <- true
					}
				},
				Write: func(p core.Position, m, _ core.Move) string { return record.SAN(p, m) },
			})
			must.OK(t, err)
			g.Look.Sides = [2]string{"White", "Black"}
			ended := make(chan error)
			go func() { ended <- g.Run(lines, stop) }()
			for key := range strings.SplitSeq(c.keys, ";") {
				select {
				case <-waits:
				case <-time.After(must.Patience):
					t.Fatalf("%q is not awaited in\n%s", key, out)
				}
				if key == "^C" {
					stop <- os.Interrupt
				} else {
					lines <- key
				}
			}
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(must.Patience):
				t.Fatal("the game does not end")
			}
			for want := range strings.SplitSeq(c.has, "|") {
				must.Has(t, out.String(), want)
			}
			if c.never != "" && strings.Contains(out.String(), c.never) {
				t.Errorf("%q in\n%s", c.never, out)
			}
			if n := e.stopped.Load(); n != c.searches {
				t.Errorf("%d searches were stopped", n)
			}
		})
	}
}

// The prompt shows the clock of the side to move, which ticks.
func TestClockTicks(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var prompts []string
	lines := make(chan string)
	g, err := New(Config{
		Game: games.Chess(), Engine: &prepared{moves: []string{"e7e5"}}, Clock: Clock{Time: time.Minute}, Out: io.Discard,
		Now: func() time.Time { now = now.Add(250 * time.Millisecond); return now },
		Ask: func(prompt string) {
			if prompts = append(prompts, prompt); prompt == "White 0:58> " {
				go func() { lines <- "e4"; lines <- "quit"; lines <- "" }()
			}
		},
		Write: func(p core.Position, m, _ core.Move) string { return record.SAN(p, m) },
	})
	must.OK(t, err)
	g.Look.Sides = [2]string{"White", "Black"}
	must.OK(t, g.Run(lines, nil))
	got := strings.Join(prompts, "|")
	must.Has(t, got, "White 1:00> |", "White 0:59> |", "|Black 1:00 ... |")
}
