package scaling

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

func TestOrderOfSearches(t *testing.T) {
	w := new(world)
	measured(t, w, w.config(2))
	want := []string{
		"0:0 calibrate", "0:1 calibrate", "1:0 calibrate", "1:1 calibrate",
		"0:0 depth 7 with 1", "0:0 depth 7 with 2", "0:0 depth 7 with 4", "0:1 depth 8 with 4", "0:1 depth 8 with 2", "0:1 depth 8 with 1",
		"1:0 depth 7 with 1", "1:0 depth 7 with 2", "1:0 depth 7 with 4", "1:1 depth 8 with 4", "1:1 depth 8 with 2", "1:1 depth 8 with 1",
		"1:0 depth 7 with 4", "1:0 depth 7 with 2", "1:0 depth 7 with 1", "1:1 depth 8 with 1", "1:1 depth 8 with 2", "1:1 depth 8 with 4",
		"0:0 depth 7 with 4", "0:0 depth 7 with 2", "0:0 depth 7 with 1", "0:1 depth 8 with 1", "0:1 depth 8 with 2", "0:1 depth 8 with 4",
	}
	if !slices.Equal(w.calls, want) {
		t.Errorf("searches\n%s, want\n%s", strings.Join(w.calls, "\n"), strings.Join(want, "\n"))
	}
}

func TestRows(t *testing.T) {
	w := new(world)
	rows := measured(t, w, w.config(3)).Rows()
	tests := []struct {
		engine       string
		threads      int
		nodes, depth float64
	}{{"One", 1, 1, 1}, {"One", 2, 1, 1}, {"One", 4, 2, 1}, {"Two", 1, 1, 1}, {"Two", 2, 2, 2}, {"Two", 4, 4, 2}}
	if len(rows) != len(tests) {
		t.Fatalf("%d rows", len(rows))
	}
	for i, test := range tests {
		row := rows[i]
		if row.Engine != test.engine || row.Threads != test.threads || row.Runs != 3 || row.Nodes.Positions != 2 ||
			!near(row.Nodes.Value, test.nodes) || !near(row.Depth.Value, test.depth) ||
			!near(row.Speed, 1e6*test.nodes) || !near(row.Time*row.Time, 2/test.depth/test.depth) {
			t.Errorf("%+v, want %+v", row, test)
		}
	}
}

// What goes wrong is reported and does not affect the rest.
func TestDeviations(t *testing.T) {
	crash := &player.Failure{Player: "One", Kind: player.Crash, Detail: "it ended"}
	tests := []struct {
		name      string
		call      string // of the engine One
		change    func(*player.Reply) error
		positions int // of its row with two threads
		depth     float64
		stopped   int
		says      string
	}{
		{"nothing", "none", nil, 2, 1, 0, ""},
		{"a search that is too long", "0:0 depth 7 with 2", func(r *player.Reply) error {
			r.Elapsed = 16 * time.Second
			return context.DeadlineExceeded
		}, 1, 1, 3, "3 searches were stopped after 30s"},
		{"a crash", "0:0 depth 7 with 2", func(*player.Reply) error { return crash }, 1, 1, 0, "One, 2 threads, run 1, `" + fewPositions()[0] + "`: One: crash: it ended"},
		{"an illegal move", "0:1 depth 8 with 1", func(r *player.Reply) error { r.Problem = "no move"; return nil }, 1, 1, 0, "no move"},
		{"a mate", "0:1 calibrate", func(r *player.Reply) error {
			r.Info = player.Info{HasScore: true, Score: core.WinIn(3)}
			return nil
		}, 1, 1, 0, "One: 1 position left out, since a mate is seen: `" + fewPositions()[1] + "`."},
		{"a crash at first", "0:1 calibrate", func(*player.Reply) error { return crash }, 1, 1, 0, "One: 1 position left out, since One: crash: it ended"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := new(world)
			w.deviate = func(call string, reply *player.Reply) error {
				if call == test.call {
					return test.change(reply)
				}
				return nil
			}
			r := measured(t, w, w.config(3))
			row := r.Rows()[1]
			positions := row.Depth.Positions
			if test.stopped > 0 {
				positions-- // the stopped one has no time here
			}
			if row.Engine != "One" || row.Threads != 2 || row.Stopped != test.stopped || positions > test.positions ||
				row.Depth.Positions < 1 || row.Runs != 3 || !near(row.Depth.Value, test.depth) && test.stopped == 0 {
				t.Errorf("%+v", row)
			}
			if text := r.Text(); !strings.Contains(text, test.says) || !strings.Contains(text, "since there is one legal move") {
				t.Errorf("no %q in\n%s", test.says, text)
			}
		})
	}
}

// A run that is interrupted anywhere and continued ends like one that is not, and measures
// nothing twice.
func TestJournal(t *testing.T) {
	whole := new(world)
	want := measured(t, whole, whole.config(2))
	for _, last := range []int{1, 3, 5, 9, len(whole.calls)} {
		t.Run(fmt.Sprint(last), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal")
			w := new(world)
			ctx, stop := context.WithCancel(context.Background())
			w.deviate = func(string, *player.Reply) error {
				if len(w.calls) == last {
					stop()
				}
				return nil
			}
			first := journaled(ctx, t, w, path, 2)
			if last < len(whole.calls) && reflect.DeepEqual(first, want) {
				t.Error("it was not interrupted")
			}
			w.deviate = nil
			if again := journaled(context.Background(), t, w, path, 2); !reflect.DeepEqual(again, want) {
				t.Errorf("continued:\n%+v, want\n%+v", again, want)
			}
			text, _ := os.ReadFile(path)
			l, err := measure.Parse(text, Format, new(Setup))
			if err != nil {
				t.Fatal(err)
			}
			if read, err := NewReport(&want.Setup, l); err != nil || !reflect.DeepEqual(dated(read), want) {
				t.Errorf("error %v, the journal holds\n%+v", err, read)
			}
			if !slices.Equal(w.calls, whole.calls) {
				t.Errorf("searches\n%s", strings.Join(w.calls, "\n"))
			}
			// More runs continue it.
			if more := journaled(context.Background(), t, w, path, 3); len(more.Searches)*2 != len(want.Searches)*3 || more.Rows()[0].Runs != 3 {
				t.Errorf("%d searches", len(more.Searches))
			}
		})
	}
}

// dated returns a report with the date of all reports of tests.
func dated(r *Report) *Report {
	r.Began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return r
}

// openLog opens a journal.
func openLog(path string, s *Setup) (*measure.Log, error) {
	return measure.Open(path, Format, s, func(l *measure.Log) error {
		_, err := NewReport(s, l)
		return err
	})
}

// journaled runs with a journal.
func journaled(ctx context.Context, t *testing.T, w *world, path string, runs int) *Report {
	t.Helper()
	c := w.config(runs)
	l, err := openLog(path, &c.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	done, total := 0, 0
	l.Progress = func(d, _, n int, _ string) {
		if d < done || d > n {
			t.Errorf("%d of %d steps after %d", d, n, done)
		}
		done, total = d, n
	}
	if err := Run(ctx, c, l); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() == nil && (done != total || total != 6+runs*18) {
		t.Errorf("%d of %d steps", done, total)
	}
	r, err := NewReport(&c.Setup, l)
	if err != nil {
		t.Fatal(err)
	}
	return dated(r)
}

func TestForeignJournals(t *testing.T) {
	s := fewSetup()
	header := func(change func(*Setup)) string {
		other := fewSetup()
		change(&other)
		path := filepath.Join(t.TempDir(), "other")
		l, err := openLog(path, &other)
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		text, _ := os.ReadFile(path)
		return string(text)
	}
	same := header(func(*Setup) {})
	tests := []struct{ name, text, want string }{
		{"something else", "precious\n", "no journal"},
		{"another table", header(func(o *Setup) { o.Hash = 8 }), "hash is 8, wanted is 64"},
		{"other positions", header(func(o *Setup) { o.Positions = o.Positions[:1] }), "other positions"},
		{"an engine that is not there", same + `{"key":"search 2","result":{"engine":2,"threads":1}}` + "\n", "line 3: this is no search"},
		{"another number of threads", same + `{"key":"search 3","result":{"threads":3}}` + "\n", "line 3: this is no search"},
		{"no depth", same + `{"key":"calibration 0","result":{"depth":0}}` + "\n", "line 3: this is no calibration"},
		{"an unknown question", same + `{"key":"block how","result":{"question":"how","threads":1}}` + "\n", "line 3: this is no block"},
		{"nothing", same + "{}\n", "line 3 is no result"},
		{"no JSON", same + "x\n", "line 3: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal")
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := openLog(path, &s); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
			if now, _ := os.ReadFile(path); string(now) != test.text {
				t.Errorf("the file is now %q", now)
			}
		})
	}
}

// A run that is not complete counts only if it is the only one.
func TestUnfinishedRuns(t *testing.T) {
	tests := []struct {
		name      string
		last      int // searches, calibrations included
		engine    int // that is searching then
		runs      int
		positions int // with four threads
	}{
		{"the first", 6, 0, 1, 0},
		{"more of the first", 7, 0, 1, 1},
		{"the second", 18, 1, 1, 2},
		{"the last", 23, 0, 1, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := new(world)
			ctx, stop := context.WithCancel(context.Background())
			w.deviate = func(string, *player.Reply) error {
				if len(w.calls) == test.last {
					stop()
				}
				return nil
			}
			r, err := run(ctx, w.config(2))
			if err != nil {
				t.Fatal(err)
			}
			row := r.Rows()[3*test.engine+2]
			if row.Runs != test.runs || row.Nodes.Positions != test.positions || !strings.Contains(r.Text(), "a run is not complete") {
				t.Errorf("%+v in\n%s", row, r.Text())
			}
		})
	}
}

func TestBadConfigs(t *testing.T) {
	refuse := errors.New("refused")
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no engine", func(c *Config) { c.Setup.Engines = nil }, "no engine"},
		{"two of a name", func(c *Config) { c.Setup.Engines[1].Name = "One" }, `engine 2 needs a name of its own, not "One"`},
		{"no positions", func(c *Config) { c.Setup.Positions = nil }, "no positions"},
		{"a bad position", func(c *Config) { c.Setup.Positions = []string{"x"} }, `position "x"`},
		{"no single thread", func(c *Config) { c.Setup.Threads = []int{2} }, "do not begin with 1"},
		{"threads twice", func(c *Config) { c.Setup.Threads = []int{1, 2, 2} }, "have to ascend"},
		{"no table", func(c *Config) { c.Setup.Hash = 0 }, "table"},
		{"no time", func(c *Config) { c.Setup.Budget = 0 }, "too short"},
		{"a small cap", func(c *Config) { c.Setup.Cap = 0.5 }, "cap"},
		{"negative runs", func(c *Config) { c.Runs = -1 }, "-1 runs"},
		{"no threads for the latency", func(c *Config) { c.Searches, c.Setup.LatencyThreads = 1, nil }, "latency"},
		{"an engine that does not start", func(c *Config) {
			c.Start = func(context.Context, int, []player.Option, io.Writer) (Player, error) { return nil, refuse }
		}, "refused"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := new(world).config(1)
			test.change(&c)
			if _, err := run(context.Background(), c); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
