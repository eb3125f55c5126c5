package client

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestParseOption(t *testing.T) {
	spin := func(name, usual string, low, high int64) OptionSpec {
		return OptionSpec{Name: name, Type: "spin", Default: usual, Min: low, Max: high}
	}
	of := func(name, kind, usual string, values ...string) OptionSpec {
		return OptionSpec{Name: name, Type: kind, Default: usual, Min: math.MinInt64, Max: math.MaxInt64, Values: values}
	}
	tests := []struct {
		name, line string
		want       OptionSpec
		fault      string
	}{
		{"spin", "name Hash type spin default 16 min 1 max 33554432", spin("Hash", "16", 1, 33554432), ""},
		{"spin in any order", "name Move Overhead type spin max 5000 min -5 default 10", spin("Move Overhead", "10", -5, 5000), ""},
		{"spin without range", "name N type spin default 3", of("N", "spin", "3"), ""},
		{"check", "name Ponder type check default false", of("Ponder", "check", "false"), ""},
		{"combo of words", "name Style type combo default Very Risky var Solid var Very Risky", of("Style", "combo", "Very Risky", "Solid", "Very Risky"), ""},
		{"button", "name Clear Hash type button", of("Clear Hash", "button", ""), ""},
		{"empty string", "name Book type string default <empty>", of("Book", "string", ""), ""},
		{"string of nothing", "name Book type string default", of("Book", "string", ""), ""},
		{"string with a keyword", "name Book type string default the max of it", of("Book", "string", "the max of it"), ""},
		{"filename", "name EvalFile type filename default a b.nn", of("EvalFile", "filename", "a b.nn"), ""},
		{"no name", "type spin", OptionSpec{}, "the word name"},
		{"empty name", "name type spin", OptionSpec{}, "name or type"},
		{"no type", "name Hash", OptionSpec{}, "name or type"},
		{"bad range", "name Hash type spin min low", OptionSpec{}, `min "low" is not a number`},
		{"nothing", "", OptionSpec{}, "name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseOption(test.line)
			if test.fault != "" {
				must.Say(t, err, test.fault)
				return
			}
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, test.want)
			}
		})
	}
}

func TestSpell(t *testing.T) {
	spin := OptionSpec{Name: "Hash", Type: "spin", Min: 1, Max: 8}
	check := OptionSpec{Name: "Ponder", Type: "check"}
	combo := OptionSpec{Name: "Style", Type: "combo", Values: []string{"Solid", "Very Risky"}}
	text := OptionSpec{Name: "Book", Type: "string"}
	button := OptionSpec{Name: "Clear Hash", Type: "button"}
	tests := []struct {
		name    string
		option  OptionSpec
		value   string
		command string
		fault   string
	}{
		{"spin", spin, "8", "setoption name Hash value 8\n", ""},
		{"too much", spin, "9", "", "9 is not within 1 to 8"},
		{"too little", spin, "0", "", "0 is not within 1 to 8"},
		{"no number", spin, "1.5", "", `"1.5" is not a whole number`},
		{"check", check, "TRUE", "setoption name Ponder value true\n", ""},
		{"neither", check, "on", "", `"on" is neither true nor false`},
		{"combo", combo, "very risky", "setoption name Style value Very Risky\n", ""},
		{"none of the values", combo, "risky", "", `"risky" is not one of Solid, Very Risky`},
		{"string", text, "a b.bin", "setoption name Book value a b.bin\n", ""},
		{"empty string", text, "", "setoption name Book value <empty>\n", ""},
		{"two lines", text, "a\nquit", "", "several lines"},
		{"button", button, "", "setoption name Clear Hash\n", ""},
		{"pressed with a value", button, "1", "", `no value, not "1"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			value, err := test.option.spell(test.value)
			if test.fault != "" {
				must.Say(t, err, test.fault, test.option.Name)
				return
			}
			if got := test.option.command(value); err != nil || got != test.command {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestFindOption(t *testing.T) {
	declared := []OptionSpec{{Name: "Hash"}, {Name: "Threads"}, {Name: "Move Overhead"}, {Name: "MultiPV"}, {Name: "Slow_Mover"}}
	tests := []struct{ name, want, fault string }{
		{"Hash", "Hash", ""},
		{"move overhead", "Move Overhead", ""},
		{"MoveOverhead", "Move Overhead", ""},
		{"slow mover", "Slow_Mover", ""},
		{"USI_Hash", "Hash", ""},
		{"USI_MultiPV", "MultiPV", ""},
		{"Hahs", "", `did you mean "Hash"?`},
		{"Overhead", "", `did you mean "Move Overhead"?`},
		{"Thread", "", `did you mean "Threads"?`},
		{"Contempt", "", "there are Hash, Threads, Move Overhead, MultiPV"},
		{"", "", `no option ""`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := findOption(declared, test.name)
			if test.fault != "" {
				must.Say(t, err, test.fault)
				return
			}
			if err != nil || got.Name != test.want {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	if _, err := findOption(nil, "Hash"); err == nil || err.Error() != `there is no option "Hash"` {
		t.Errorf("no options: got %v", err)
	}
	both := []OptionSpec{{Name: "USI_Hash"}, {Name: "Hash"}}
	if got, err := findOption(both, "hash"); err != nil || got.Name != "Hash" {
		t.Errorf("a declared name comes first: got %v, %v", got, err)
	}
}

func FuzzOption(f *testing.F) {
	f.Add("name Hash type spin default 16 min 1 max 32", "16")
	f.Add("name Style type combo default a var a var b c", "B C")
	f.Add("name x type string default <empty>", "")
	f.Add("name x type button", "")
	f.Fuzz(func(t *testing.T, line, value string) {
		o, err := parseOption(line)
		if err != nil {
			return
		}
		spelt, err := o.spell(value)
		if err != nil {
			return
		}
		if command := o.command(spelt); strings.Count(command, "\n") != 1 || !strings.HasPrefix(command, "setoption name "+o.Name) {
			t.Errorf("%q", command)
		}
	})
}
