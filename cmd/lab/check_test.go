package main

import "testing"

func TestCheckIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"no engine", "the engine is missing", []string{"check"}},
		{"two engines", "one word too many", []string{"check", "a", "b"}},
		{"another protocol", `there is no protocol "xboard"`, []string{"check", "--protocol", "xboard", "a"}},
		{"no patience", "must be above 0", []string{"check", "--patience", "0s", "a"}},
		{"no expression", "--only: ", []string{"check", "--only", "(", "a"}},
		{"half a command", "cannot be read", []string{"check", `"a`}},
		{"no program", "executable file not found", []string{"check", "no-such-engine"}},
		{"no engine at all", "speaks neither UCI nor USI", []string{"check", "--patience", "5s", "go"}},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, c.want, c.args...) })
	}
}
