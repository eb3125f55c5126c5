package programs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// option is an option as the engine declares it.
type option struct {
	kind     string
	min, max int
	values   []string // of a combo
}

// optionsOf returns the options that the engine declares after uci or usi.
func optionsOf(t *testing.T, handshake string) map[string]option {
	t.Helper()
	e := start(t)
	lines := e.Greet(handshake)
	options := map[string]option{}
	for _, line := range lines {
		name, ok := strings.CutPrefix(line, "option name ")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(name, " type ")
		words := strings.Fields(rest)
		o := option{kind: words[0]}
		for i, w := range words[:len(words)-1] {
			switch w {
			case "min":
				o.min, _ = strconv.Atoi(words[i+1])
			case "max":
				o.max, _ = strconv.Atoi(words[i+1])
			case "var":
				o.values = append(o.values, words[i+1])
			}
		}
		options[name] = o
	}
	if len(options) < 10 {
		t.Fatalf("%s: only %d options in %q", handshake, len(options), lines)
	}
	return options
}

// wrong says what is wrong with a value, if anything.
func (o option) wrong(value string) string {
	switch o.kind {
	case "spin":
		if n, err := strconv.Atoi(value); err != nil || n < o.min || n > o.max {
			return fmt.Sprintf("%q is not from %d to %d", value, o.min, o.max)
		}
	case "check":
		if value != "true" && value != "false" {
			return fmt.Sprintf("%q is neither true nor false", value)
		}
	case "combo":
		if !slices.Contains(o.values, value) {
			return fmt.Sprintf("%q is none of %q", value, o.values)
		}
	case "button":
		return "it takes no value"
	}
	return ""
}

// setting is an option with a value in a configuration.
type setting struct{ protocol, name, value string }

// problems returns what is wrong with settings, by what the engine declares and by what it
// says when they are set.
func problems(t *testing.T, settings []setting) (list []string) {
	t.Helper()
	for _, protocol := range []string{"uci", "usi"} {
		known := optionsOf(t, protocol)
		e := start(t)
		e.Greet(protocol)
		for _, s := range settings {
			if s.protocol != protocol {
				continue
			}
			// Match managers and python-chess compare the names exactly.
			o, ok := known[s.name]
			switch wrong := o.wrong(s.value); {
			case !ok:
				list = append(list, fmt.Sprintf("%s has no option %s", protocol, s.name))
			case wrong != "":
				list = append(list, fmt.Sprintf("%s: %s", s.name, wrong))
			case strings.HasSuffix(s.name, "Path"): // the folder of a sample is nowhere
				e.Send("setoption name " + s.name + " value " + t.TempDir())
			default:
				e.Send("setoption name " + s.name + " value " + s.value)
			}
		}
		for _, said := range e.Answer() {
			if strings.Contains(said, "ERROR") {
				list = append(list, said)
			}
		}
	}
	return list
}

func TestProblemsAreFound(t *testing.T) {
	for _, test := range []struct {
		name string
		setting
		want string
	}{
		{"good", setting{"uci", "Move Overhead", "100"}, "[]"},
		{"unknown", setting{"uci", "MoveOverhead", "100"}, "[uci has no option MoveOverhead]"},
		{"of the other protocol", setting{"usi", "Hash", "16"}, "[usi has no option Hash]"},
		{"too large", setting{"usi", "Threads", "5000"}, `[Threads: "5000" is not from 1 to 1024]`},
		{"no number", setting{"uci", "Hash", "16M"}, `[Hash: "16M" is not from 1 to 33554432]`},
		{"no boolean", setting{"uci", "Ponder", "on"}, `[Ponder: "on" is neither true nor false]`},
		{"not among several", setting{"usi", "EnteringKingRule", "Rule27"}, `[EnteringKingRule: "Rule27" is none of ["CSARule27" "CSARule27H" "CSARule24" "CSARule24H" "TryRule" "NoEnteringKing"]]`},
		{"a button", setting{"usi", "Clear_Hash", "true"}, "[Clear_Hash: it takes no value]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := fmt.Sprint(problems(t, []setting{test.setting})); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}
