//go:build !js && !wasip1

package app

import (
	"os"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

func TestParseOther(t *testing.T) {
	for _, c := range []struct{ name, text, want, fault string }{
		{"a command", "Other=./other", "Other|./other", ""},
		{"with words", "Other=./other --flag 'two words'", "Other|./other|--flag|two words", ""},
		{"an equals sign in it", "Other=env A=b ./other", "Other|env|A=b|./other", ""},
		{"no name", "=./other", "", "write NAME=COMMAND"},
		{"no command", "Other=", "", "write NAME=COMMAND"},
		{"no equals sign", "./other", "", "write NAME=COMMAND"},
		{"open quotes", "Other='./other", "", "engine"},
		{"a name twice", "Same=./other", "", "two engines"},
	} {
		e, err := parseOther(c.text, []otherEngine{{name: "Same"}})
		if got := strings.Join(append([]string{e.name}, e.command...), "|"); c.fault == "" && got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.fault)
		}
	}
}

// Other engines are named for the games that they play; one that is none ends the start.
func TestOtherEngines(t *testing.T) {
	must.BeFull(t, "starts several engines")
	t.Setenv(engineVariable, immortal)
	c := serveFlags{others: []otherEngine{{name: "Other", command: []string{os.Args[0]}}}}
	names, err := c.tryOthers(t.Context())
	must.OK(t, err)
	if names[nitoryu.Chess][0] != "Other" {
		t.Errorf("engines of chess: %q", names[nitoryu.Chess])
	}
	e, err := c.openEngine(t.Context(), os.Args[0], nitoryu.Chess, api.Engine{Threads: 1, Hash: 1, Name: "Other"})
	must.OK(t, err)
	must.OK(t, e.Close())
	if _, err := c.openEngine(t.Context(), os.Args[0], nitoryu.Chess, api.Engine{Name: "Third"}); err == nil {
		t.Error("an engine that is not there is opened")
	}
	none := serveFlags{others: []otherEngine{{name: "None", command: []string{"no-such-program"}}}}
	if _, err := none.tryOthers(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "--engine None: ") || strings.Count(err.Error(), "cannot start") != 1 {
		t.Errorf("error %v", err)
	}
}
