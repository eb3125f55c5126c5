package protocol

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// pieces records each call of Write.
type pieces struct {
	mu   sync.Mutex
	list []string
}

func (p *pieces) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, string(b))
	return len(b), nil
}

func (p *pieces) get() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.list)
}

// Reports are written in one piece with the answer that follows them.
func TestReportsGather(t *testing.T) {
	var out pieces
	w := &writer{out: &out, wait: 5 * time.Millisecond}
	w.print("readyok")
	w.gather("info depth 1")
	w.gather("info depth 2")
	w.print("info nodes 7", "bestmove e2e4")
	w.print("readyok")
	all := strings.Join(out.get(), "")
	if want := "readyok\ninfo depth 1\ninfo depth 2\ninfo nodes 7\nbestmove e2e4\nreadyok\n"; all != want {
		t.Errorf("wrote %q, want %q", all, want)
	}
	if n := len(out.get()); n > 4 { // 3, unless the test was held up for longer
		t.Errorf("wrote %d pieces: %q", n, out.get())
	}
}

// A report without an answer is written by itself, again and again.
func TestReportsDoNotWaitForEver(t *testing.T) {
	var out pieces
	w := &writer{out: &out, wait: 5 * time.Millisecond}
	for i := range 3 {
		line := fmt.Sprintf("info depth %d", i)
		w.gather(line)
		for deadline := time.Now().Add(must.Patience); !slices.Contains(out.get(), line+"\n"); {
			if time.Now().After(deadline) {
				t.Fatalf("%q never came; wrote %q", line, out.get())
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// Of lines from many goroutines none is lost, torn or doubled.
func TestWritersDoNotMix(t *testing.T) {
	var out pieces
	w := &writer{out: &out, wait: 5 * time.Millisecond}
	var writers sync.WaitGroup
	for g := range 4 {
		writers.Go(func() {
			for i := range 200 {
				if line := fmt.Sprintf("line %d %d", g, i); i%3 == 0 {
					w.print(line)
				} else {
					w.gather(line)
				}
			}
		})
	}
	writers.Wait()
	w.print("end")
	lines := strings.Split(strings.TrimSuffix(strings.Join(out.get(), ""), "\n"), "\n")
	next := [4]int{}
	for _, line := range lines[:len(lines)-1] {
		var g, i int
		if _, err := fmt.Sscanf(line, "line %d %d", &g, &i); err != nil || next[g] != i {
			t.Fatalf("line %q, expected number %d", line, next[g])
		}
		next[g]++
	}
	if len(lines) != 801 {
		t.Errorf("%d lines, want 801", len(lines))
	}
}

func TestReportsGoOutAtOnce(t *testing.T) {
	var out pieces
	w := &writer{out: &out}
	w.gather("info depth 1")
	if got := out.get(); len(got) != 1 || got[0] != "info depth 1\n" {
		t.Errorf("wrote %q", got)
	}
}
