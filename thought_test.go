package nitoryu

import (
	"context"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Of lines that nobody reads, the newest are kept.
func TestUnreadLines(t *testing.T) {
	thought := &Thought{board: games.Chess.Start(core.Settings{}), chances: &games.Chess.Chances, over: true}
	thought.changed = sync.NewCond(&thought.mu)
	const more = 10
	for depth := range mostLines + more {
		thought.inform(core.Info{Rank: 1, Depth: depth, Bound: core.Exact})
	}
	next := more
	for l := range thought.Lines() {
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
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	p, err := Open(Setup{})
	if err != nil {
		t.Fatal(err)
	}
	var thoughts [2]*Thought
	for i := range thoughts {
		if thoughts[i], err = e.Think(context.Background(), p, Limits{Depth: 8}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			_, _ = thoughts[0].Result()
		}
	}
	thoughts[0].halt()
	if r, err := thoughts[1].Result(); err != nil || r.Depth != 8 {
		t.Errorf("depth %d, %v", r.Depth, err)
	}
}
