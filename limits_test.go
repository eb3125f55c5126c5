package nitoryu_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
)

func TestSpend(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name                          string
		left, increment, byoyomi, two time.Duration // two moves of that time
		late, rest                    time.Duration
	}{
		{"time for the game", 10 * s, 0, 0, 3 * s, 0, 4 * s},
		{"an increment", 10 * s, 2 * s, 0, 3 * s, 0, 8 * s},
		{"to the last moment", 6 * s, 0, 0, 3 * s, 0, 0},
		{"a moment too late", 6*s - 1, 0, 0, 3 * s, 1, 0},
		{"an increment comes after the move", 3 * s, 2 * s, 0, 3 * s, s, 2 * s},
		{"byoyomi", 4 * s, 0, 2 * s, 3 * s, 0, 0},
		{"byoyomi is not saved up", 0, 0, 5 * s, 6 * s, s, 0},
	} {
		clock := nitoryu.Clock{Left: [2]time.Duration{s, c.left}, Increment: [2]time.Duration{s, c.increment}, Byoyomi: c.byoyomi}
		clock.Spend(nitoryu.Second, c.two)
		late := clock.Spend(nitoryu.Second, c.two)
		if late != c.late || clock.Left != [2]time.Duration{s, c.rest} {
			t.Errorf("%s: late %v, left %v; want %v and %v", c.name, late, clock.Left, c.late, c.rest)
		}
	}
}
