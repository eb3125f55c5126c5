package nitoryu_test

import (
	"runtime"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What a clone takes beside the position of package core does not grow with the game: moves are in memory
// that clones share.
func TestClonesShareMoves(t *testing.T) {
	p := open(t, nitoryu.Setup{})
	for range 500 {
		must.OK(t, p.Play("g1f3", "g8f6", "f3g1", "f6g8"))
	}
	p.Clone() // the first one may make them shared
	taken := func(f func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	clone, core := taken(func() { p.Clone() }), taken(func() { p.Core() })
	if clone > core+1<<12 {
		t.Errorf("a clone takes %d bytes, of which %d are the position", clone, core)
	}
}
