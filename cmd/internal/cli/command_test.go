package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		args []string
		rest string
		n    int
		list string
		set  bool
		err  string
	}{
		{"nothing", nil, "[]", 1, "", false, ""},
		{"flags before", []string{"-n", "5", "a"}, "[a]", 5, "", true, ""},
		{"flags behind", []string{"a", "b", "--n=5"}, "[a b]", 5, "", true, ""},
		{"flags between", []string{"a", "-n", "5", "b"}, "[a b]", 5, "", true, ""},
		{"several of one", []string{"-l", "x", "a", "-l", "y z"}, "[a]", 1, "x, y z", false, ""},
		{"an unknown flag", []string{"-x"}, "", 1, "", false, "not defined"},
		{"a bad value", []string{"-n", "many"}, "", 1, "", false, "invalid value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, log strings.Builder
			f := NewFlags("tool job", "[flags]", "Does a job.\n", Streams{Out: &out, Err: &log})
			n := f.Int("n", 1, "a number")
			var list List
			f.Var(&list, "l", "a list")
			rest, err := Parse(f, test.args)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v, want one with %q", err, test.err)
				}
				return
			}
			if err != nil || fmt.Sprint(rest) != test.rest || *n != test.n || list.String() != test.list || IsSet(f, "n") != test.set {
				t.Errorf("error %v, rest %v, n %d, list %q, set %v", err, rest, *n, list.String(), IsSet(f, "n"))
			}
		})
	}
}

func TestHelp(t *testing.T) {
	for _, word := range []string{"-h", "-help", "--help"} {
		var out, log strings.Builder
		f := NewFlags("tool job", "[flags]", "Does a job.\n", Streams{Out: &out, Err: &log})
		f.Int("n", 1, "a number")
		_, err := Parse(f, []string{"a", word})
		if !errors.Is(err, ErrHelp) || UnlessHelp(err) != nil || !IsHelp(word) {
			t.Errorf("%s: error %v", word, err)
		}
		if text := out.String(); !strings.HasPrefix(text, "tool job [flags]\n\nDoes a job.\n") || !strings.Contains(text, "a number") || log.Len() > 0 {
			t.Errorf("%s: said %q and %q", word, text, log.String())
		}
	}
	if broken := errors.New("broken"); UnlessHelp(broken) != broken {
		t.Error("an error is taken for help")
	}
}

func TestTable(t *testing.T) {
	table := []Command{{Name: "a", Summary: "first"}, {Name: "long", Summary: "second"}}
	if c, ok := Find(table, "long"); !ok || c.Summary != "second" {
		t.Errorf("found %+v", c)
	}
	if _, ok := Find(table, "lon"); ok {
		t.Error("half a name is found")
	}
	if got, want := Summaries("tool", table), "  tool a     first\n  tool long  second\n"; got != want {
		t.Errorf("summaries %q, want %q", got, want)
	}
}

func TestNoTerminalBehindABuilder(t *testing.T) {
	if Terminal(new(strings.Builder)) != nil {
		t.Error("a builder is taken for a terminal")
	}
}
