package contention

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// act is something that a thread does at a position.
type act struct {
	thread int
	do     func(*view)
}

func probe(thread int) act { return act{thread, func(v *view) { v.probe(false) }} }
func hit(thread int) act   { return act{thread, func(v *view) { v.probe(true) }} }
func store(thread int) act { return act{thread, func(v *view) { v.store(core.OverSame) }} }
func drop(thread int) act  { return act{thread, func(v *view) { v.store(core.NotStored) }} }

// leave makes a thread go away from the position, and come back at its next act.
func leave(thread int) act { return act{thread, func(v *view) { v.leave(); v.enter() }} }

func TestWatch(t *testing.T) {
	tests := []struct {
		name string
		acts []act
		want Watch
	}{
		{"one thread alone", []act{probe(0), store(0), probe(0), store(0), leave(0), hit(0), store(0)}, Watch{Probes: 3, Hits: 1, Stores: 3}},
		{"one after the other", []act{probe(0), store(0), leave(0), hit(1), store(1)},
			Watch{Probes: 2, Known: 1, Hits: 1, Foreign: 1, Stores: 2}},
		{"both at once", []act{probe(0), probe(1), store(0), store(1)}, Watch{Probes: 2, Known: 1, Together: 1, Stores: 2, Collision: 1}},
		{"each stores twice", []act{probe(0), store(0), hit(1), store(1), store(0), store(1)},
			Watch{Probes: 2, Known: 1, Together: 1, Hits: 1, Foreign: 1, Stores: 4, Collision: 2}},
		{"stored before it was probed again", []act{probe(0), probe(1), store(1), hit(0), store(0)},
			Watch{Probes: 3, Known: 2, Together: 2, Hits: 1, Foreign: 1, Stores: 2}},
		{"a refused store is one, too", []act{probe(0), probe(1), store(1), drop(0)}, Watch{Probes: 2, Known: 1, Together: 1, Stores: 2, Collision: 1}},
		{"and stores nothing", []act{probe(0), probe(1), drop(1), store(0), hit(0)},
			Watch{Probes: 3, Known: 2, Together: 2, Hits: 1, Stores: 2}},
		{"the first comes back", []act{probe(0), leave(0), probe(1), leave(1), probe(0)}, Watch{Probes: 3, Known: 2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := &census{every: 1}
			c.clear()
			views := []*view{newView(nil, c, nil, 0), newView(nil, c, nil, 1)}
			for _, a := range test.acts {
				v := views[a.thread]
				v.key = 77
				a.do(v)
			}
			if c.watch != test.want {
				t.Errorf("counted %+v, want %+v", c.watch, test.want)
			}
		})
	}
}
