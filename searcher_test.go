package nitoryu

import (
	"context"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Of lines that nobody reads, the newest are kept.
func TestUnreadLines(t *testing.T) {
	search, report := NewSearch(func() {}, func(*Clock) error { return nil })
	const more = 10
	for depth := range mostLines + more {
		report.Line(Line{Rank: 1, Depth: depth})
	}
	report.Finish(Result{}, nil)
	next := more
	for l := range search.Lines() {
		if l.Depth != next {
			t.Fatalf("a line of depth %d, want %d", l.Depth, next)
		}
		next++
	}
	if next != mostLines+more {
		t.Errorf("%d lines were kept", next-more)
	}
}

// What ends a search that is over stops no other search.
func TestLateStop(t *testing.T) {
	e, err := New(Options{})
	must.OK(t, err)
	defer e.Close()
	p, err := Open(Setup{})
	must.OK(t, err)
	var searches [2]*Search
	for i := range searches {
		if searches[i], err = e.Search(context.Background(), p, Limits{Depth: 8}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			_, _ = searches[0].Result()
		}
	}
	searches[0].Stop()
	if r, err := searches[1].Result(); err != nil || r.Depth != 8 {
		t.Errorf("depth %d, %v", r.Depth, err)
	}
}
