package cli

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// job returns flags of all kinds.
func job(out, log *strings.Builder) (f *flag.FlagSet, n *int, list *List) {
	f = NewFlags("tool job", "[flags]", "Does a job.\n", Streams{Out: out, Err: log})
	n, list = f.Int("n", 1, "a number"), new(List)
	f.Var(list, "l", "a list")
	f.Bool("fast", false, "without care")
	f.Duration("time", time.Second, "how long to wait\nfor an answer")
	f.Uint64("nodes", 0, "at most this many")
	f.Float64("rate", 0.5, "how fast")
	f.String("game", "chess", "chess or shogi")
	f.String("out", "", "write to this `file`")
	f.Func("level", "a level from 0 to 9", func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || n < 0 || n > 9 {
			return errors.New("it goes from 0 to 9")
		}
		return nil
	})
	return f, n, list
}

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		args string
		rest string
		n    int
		list string
		set  bool
	}{
		{"nothing", "", "[]", 1, "", false},
		{"flags before", "-n 5 a", "[a]", 5, "", true},
		{"flags behind", "a b --n=5", "[a b]", 5, "", true},
		{"flags between", "a -n 5 b", "[a b]", 5, "", true},
		{"several of one", "-l x a -l y", "[a]", 1, "x, y", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, log strings.Builder
			f, n, list := job(&out, &log)
			rest, err := Parse(f, strings.Fields(test.args))
			if err != nil || fmt.Sprint(rest) != test.rest || *n != test.n || list.String() != test.list || IsSet(f, "n") != test.set {
				t.Errorf("error %v, rest %v, n %d, list %q, set %v", err, rest, *n, list.String(), IsSet(f, "n"))
			}
		})
	}
}

// A bad flag is reported in one line, once, with a hint.
func TestBadFlags(t *testing.T) {
	tests := []struct{ name, args, want string }{
		{"a misspelt flag", "--tme 5s", "there is no flag --tme; did you mean --time?"},
		{"an unknown flag", "--verbose", "there is no flag --verbose; see tool job --help"},
		{"a time without a unit", "-time 5", `--time "5" needs a unit, e.g. 5s`},
		{"a part of a second without a unit", "-time=0.5", `--time "0.5" needs a unit, e.g. 0.5s`},
		{"a time in words", "--time soon", `--time "soon" is not a duration such as 5s, 500ms or 2m`},
		{"an unknown unit", "--time 5x", `--time "5x" is not a duration such as 5s, 500ms or 2m`},
		{"a number in words", "-n many", `--n "many" is not a whole number`},
		{"half a number", "-n 1.5", `--n "1.5" is not a whole number`},
		{"a huge number", "-n 99999999999999999999", `--n "99999999999999999999" is too large`},
		{"a negative number", "--nodes -5", `--nodes "-5" is not a whole number of 0 or more`},
		{"a fraction in words", "--rate half", `--rate "half" is not a number`},
		{"a switch with a value", "--fast=maybe", `--fast "maybe" is neither true nor false`},
		{"a value that the flag refuses", "--level 10", `--level "10" cannot be used: it goes from 0 to 9`},
		{"no value", "--out", "--out needs a value (file): write to this file"},
		{"no value of several lines", "--time", "--time needs a value (duration): how long to wait for an answer"},
		{"a flag of dashes", "---n 5", "bad flag syntax: ---n; see tool job --help"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, log strings.Builder
			f, _, _ := job(&out, &log)
			_, err := Parse(f, strings.Fields(test.args))
			if err == nil || err.Error() != "job: "+test.want {
				t.Errorf("error %v, want %q", err, "job: "+test.want)
			}
			if out.Len()+log.Len() > 0 {
				t.Errorf("also printed %q and %q", out.String(), log.String())
			}
		})
	}
}

const jobHelp = `tool job [flags]

Does a job.

  --fast
        without care
  --game string
        chess or shogi (default "chess")
  --l value
        a list
  --level value
        a level from 0 to 9
  --n int
        a number (default 1)
  --nodes uint
        at most this many
  --out file
        write to this file
  --rate float
        how fast (default 0.5)
  --time duration
        how long to wait for an answer (default 1s)
`

func TestHelp(t *testing.T) {
	for _, word := range []string{"-h", "-help", "--help"} {
		var out, log strings.Builder
		f, _, _ := job(&out, &log)
		_, err := Parse(f, []string{"a", word})
		if !errors.Is(err, ErrHelp) || !IsHelp(word) {
			t.Errorf("%s: error %v", word, err)
		}
		if out.String() != jobHelp || log.Len() > 0 {
			t.Errorf("%s: said\n%sand %q, want\n%s", word, &out, &log, jobHelp)
		}
	}
}

func TestNoMore(t *testing.T) {
	var out strings.Builder
	f, _, _ := job(&out, &out)
	for _, test := range []struct {
		name string
		rest []string
		want string
	}{
		{"nothing", nil, ""},
		{"a word", []string{"x", "y"}, `job: "x" is one word too many; see tool job --help`},
		{"a word of an engine", []string{"hash=16"}, `job: "hash=16" is one word too many: put quotes around words with blanks between them; see tool job --help`},
	} {
		if err := NoMore(f, test.rest); test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestLayOut(t *testing.T) {
	long := strings.Repeat("word ", 20)
	tests := []struct{ name, text, want string }{
		{"paragraphs are filled", "one\ntwo\n\n" + long + "\nend\n", "one two\n\n" + strings.Repeat("word ", 15) + "word\n" + strings.Repeat("word ", 4) + "end\n"},
		{"letters count, not bytes", strings.Repeat("ñ", 39) + " " + strings.Repeat("ñ", 40), strings.Repeat("ñ", 39) + " " + strings.Repeat("ñ", 40)},
		{"tables stay", "head\n  a  1\n  b  2\ntail", "head\n  a  1\n  b  2\ntail"},
		{"short examples stay", "  tool job --n 5", "  tool job --n 5"},
		{"long examples go on in another line", "  tool job --game chess --out \"" + long + "end\" --list one --fast --level 5",
			"  tool job --game chess \\\n    --out \"" + long + "end\" \\\n    --list one --fast --level 5"},
		{"a flag stays with its value", "  tool job " + strings.Repeat("x", 59) + " --level 5 --fast", "  tool job " + strings.Repeat("x", 59) + " \\\n    --level 5 --fast"},
		{"quotes within quotes", `  tool job "a=\"b c\" d" ` + strings.Repeat("x", 60), "  tool job \"a=\\\"b c\\\" d\" \\\n    " + strings.Repeat("x", 60)},
		{"examples of several lines are one", "  tool job \\\n    --n 5 \\\n    --fast\nend", "  tool job --n 5 --fast\nend"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := layOut("tool", test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
