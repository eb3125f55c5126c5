package checkup

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

func (r Report) print() string {
	var b strings.Builder
	for _, l := range r.Lines() {
		fmt.Fprintf(&b, "%s: %s\n", l.Head, l.Text)
	}
	return b.String()
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Report)
		want   []string
	}{
		{"a sound machine", func(*Report) {}, []string{
			"processor: A Processor\n", "threads: 8 processors, no limit by control groups: set Threads to 8\n",
			"memory: 16.0 GiB, 12.0 GiB available: set Hash or USI_Hash up to 4096\n",
			"huge pages: transparent madvise, reserved unknown\n", "test table: 64 MiB in transparent huge pages: 100 % are huge\n",
			"chess speed: 4000000 nodes/s with 8 threads, processor time 99 %\n",
			"timer: a sleep of 1 ms ends 0.08 ms late, the worst of 200 0.40 ms\n", "steal time: 0.1 % of the processors' time\n",
		}},
		{"nothing is known", func(r *Report) { *r = Report{Speeds: []Speed{{"chess", 1, 1e5, nil}}} }, []string{
			"processor: unknown: a build without", "limits unknown", "memory: unknown, unknown available", "transparent unknown, reserved unknown",
			"test table: failed\n", "memory nodes: unknown\n", "with 1 thread, processor time unknown\n", "steal time: unknown\n",
		}},
		{"a container", func(r *Report) { r.Threads = Threads{8, known(1.5), 1} }, []string{"8 processors, 1.5 allowed by control groups: set Threads to 1\n"}},
		{"reserved pages", func(r *Report) {
			r.Pages = Pages{Transparent: known(""), Reserved: known[uint64](64), Free: known[uint64](32)}
		},
			[]string{"huge pages: no transparent ones, reserved 64, 32 of them free\n"}},
		{"memory nodes", func(r *Report) { r.Nodes = []Node{{0, []int{0, 1}}, {1, []int{2}}} }, []string{"memory nodes: 2, with 2 + 1 processors\n"}},
		{"no network", func(r *Report) { r.Networks = []Network{{Game: "chess", Name: "classic"}} }, []string{"chess net: none in this binary: classic\n"}},
		{"books", func(r *Report) {
			r.Books = []Book{{File: "a", Text: "Polyglot", Moves: 1}, {File: "b"}, {File: "c", Late: true}}
		}, []string{"book: Polyglot; 1 move for the initial position\n", "book: b: broken\n", "book: c: not read to the end in time\n"}},
		{"tables", func(r *Report) { r.Tables = &Tables{"t", 1, 2, 5, false} }, []string{"tables: 1 file with results, 2 with distances, up to 5 pieces\n"}},
		{"tables on a slow disk", func(r *Report) { r.Tables = &Tables{Path: "t", Late: true} }, []string{"tables: t: not all were checked in time\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sound()
			c.change(&r)
			text := r.print()
			must.Has(t, text, c.want...)
		})
	}
}

func TestChanges(t *testing.T) {
	r := Report{}
	if got := r.Changes(); !slices.Equal(got, []string{Nothing}) {
		t.Errorf("%q", got)
	}
	r = Report{Faults: []string{"a book"}, Advice: []string{"more memory"}}
	if got := r.Changes(); !slices.Equal(got, []string{"Broken: a book", "more memory"}) {
		t.Errorf("%q", got)
	}
}

// A check of this machine finds the networks, searches both games and names the files that
// are broken.
func TestMeasure(t *testing.T) {
	r := Measure(Options{
		Version: "1", Search: 20 * time.Millisecond, Sleeps: 3, Patience: time.Minute,
		Books: []string{"doc.go", "none.bin", "../../../../../games/book/testdata"}, Tables: t.TempDir(),
	})
	if len(r.Faults) != 4 {
		t.Errorf("%d faults: %q", len(r.Faults), r.Faults)
	}
	for i, want := range []string{"doc.go", "none.bin", "testdata", "the tables: there are none in "} {
		if i < len(r.Faults) && !strings.Contains(r.Faults[i], want) {
			t.Errorf("the fault is %q, want %q", r.Faults[i], want)
		}
	}
	if len(r.Speeds) != 2 || r.Speeds[0].Nodes <= 0 || r.Speeds[1].Nodes <= 0 || r.Timer.Sleeps != 3 || r.Timer.Worst < r.Timer.Median {
		t.Errorf("measured %+v and %+v", r.Speeds, r.Timer)
	}
	for _, n := range r.Networks {
		if len(n.Hash) != 64 || n.Bytes == 0 {
			t.Errorf("the network is %+v", n)
		}
	}
	if text := r.print(); strings.Count(text, "\n") > 30 {
		t.Errorf("more than a screen:\n%s", text)
	}
}

// Files on a slow disk do not hold the check up.
func TestSlowFiles(t *testing.T) {
	var r Report
	past := time.Now().Add(-time.Second)
	slow := make(chan struct{})
	defer close(slow)
	if _, ok := within(past, func() int { <-slow; return 1 }); ok {
		t.Error("a disk that never answers was waited for")
	}
	if n, ok := within(time.Now().Add(time.Minute), func() int { return 1 }); !ok || n != 1 {
		t.Error("a fast disk was not waited for")
	}
	r.openTables("", past)
	if r.Tables != nil || len(r.Faults) > 0 {
		t.Errorf("nothing was asked for, and found %+v, %q", r.Tables, r.Faults)
	}
}
