package record

import (
	"strings"
	"testing"
)

// A tag that comes a second time is one of the same game, unless an empty line stands
// before it: then the next game begins, though this one has no moves.
func TestTagsTwice(t *testing.T) {
	for _, test := range []struct{ name, text, events string }{
		{"an event", "[Event \"a\"]\n[Event \"b\"]\n[Site \"x\"]\n\n1. e4 *\n", "a"},
		{"an event behind others", "[Event \"a\"]\n[Site \"x\"]\n[Event \"b\"]\n[White \"y\"]\n\n1. e4 *\n", "a"},
		{"all of them", "[Event \"a\"]\n[White \"x\"]\n[Event \"a\"]\n[White \"x\"]\n\n1. e4 *\n[Event \"b\"]\n1. d4 *", "a b"},
		{"another tag", "[White \"x\"]\n[Event \"a\"]\n[White \"y\"]\n\n1. e4 *\n", "a"},
		{"games without moves", "[Event \"a\"]\n[White \"x\"]\n\n[Event \"b\"]\n[White \"y\"]\n\n[Event \"c\"]\n", "a b c"},
		{"games without moves that begin otherwise", "[White \"x\"]\n[Event \"a\"]\n\n[White \"y\"]\n[Event \"b\"]\n", "a b"},
		{"tags with an empty line between", "[Event \"a\"]\n\n[Site \"x\"]\n\n1. e4 *\n", "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			games, faults := readAll(t, test.text, Hint{})
			var events []string
			for _, g := range games {
				events = append(events, g.Tags.Get(TagEvent))
			}
			if got := strings.Join(events, " "); got != test.events || len(faults) > 0 {
				t.Errorf("events %s, want %s; faults %v", got, test.events, faults)
			}
			if again, _ := readAll(t, write(t, games[0], PGN, Options{}), Hint{}); len(again) != 1 {
				t.Errorf("written, it is %d games", len(again))
			}
		})
	}
}
