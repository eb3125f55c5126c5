package programs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// declaredDefaults reads the options as ShogiHome does, which splits a line at single
// blanks and takes the words behind the type in pairs. What it cannot read, it drops.
func declaredDefaults(t *testing.T, lines []string) (names, values []string) {
	t.Helper()
	for _, line := range lines {
		text, ok := strings.CutPrefix(line, "option ")
		if !ok {
			continue
		}
		words := strings.Split(text, " ")
		if len(words) < 4 || len(words)%2 != 0 || words[0] != "name" || words[2] != "type" {
			t.Errorf("ShogiHome cannot read %q", line)
			continue
		}
		var defaults, choices []string
		for i := 4; i < len(words); i += 2 {
			switch words[i] {
			case "default":
				defaults = append(defaults, words[i+1])
			case "var":
				choices = append(choices, words[i+1])
			case "min", "max":
			default:
				t.Errorf("%q is unknown in %q", words[i], line)
			}
		}
		switch {
		case words[3] == "button":
			continue // is not sent
		case len(defaults) != 1, choices != nil && !slices.Contains(choices, defaults[0]):
			t.Errorf("the default of %q is %q", line, defaults)
			continue
		case defaults[0] == "<empty>":
			defaults[0] = ""
		}
		names, values = append(names, words[1]), append(values, defaults[0])
	}
	return names, values
}

// ShogiHome sets every option before a game, one without a value to nothing. All are
// taken, and the engine plays as if none had been set.
func TestShogiHomeSetsAllOptions(t *testing.T) {
	e := start(t)
	lines := e.Greet("usi")
	names, values := declaredDefaults(t, lines)
	if len(names) < 20 {
		t.Fatalf("only %d options in %q", len(names), lines)
	}
	search := []string{"usinewgame", "position startpos moves 7g7f", "go nodes 2000"}
	e.Answer()
	e.Send(search...)
	_, plain := e.Until("bestmove")
	for i, name := range names {
		if said := e.Answer("setoption name " + name + " value " + values[i]); len(said) > 0 {
			t.Errorf("%s: %q", name, said)
		}
	}
	e.Send(search...)
	if _, best := e.Until("bestmove"); best != plain {
		t.Errorf("%s with all options set, %s before", best, plain)
	}
}

// Research in ShogiHome: a step on the board is a stop and the next go, however soon. All
// lines are there unless the step came at once, as many as were asked for last, and the
// best one is always.
func TestShogiHomeResearch(t *testing.T) {
	e := start(t)
	e.Greet("usi")
	e.Answer("setoption name USI_Ponder value false", "setoption name MultiPV value 3")
	e.Send("usinewgame")
	for i, step := range []struct {
		option, position string
		lines            int // 0: a step at once
	}{
		{"", "position startpos", 3},
		{"", "position startpos moves 2g2f", 0},
		{"", "position startpos moves 2g2f 8c8d 2f2e 8d8e", 3},
		{"setoption name MultiPV value 5", "position startpos moves 2g2f 8c8d 2f2e 8d8e", 5},
		{"", "position startpos moves 2g2f 8c8d 2f2e", 0},
		{"", "position startpos moves 2g2f 8c8d", 5},
	} {
		if step.option != "" {
			e.Send(step.option)
		}
		e.Send(step.position, "go infinite")
		var said []string
		began := time.Now()
		for last := ""; step.lines > 0 && !strings.Contains(last, fmt.Sprintf(" multipv %d ", step.lines)); {
			var before []string
			before, last = e.Until("info")
			said = append(append(said, before...), last)
			if time.Since(began) > must.Patience {
				break
			}
		}
		e.Send("stop")
		rest, best := e.Until("bestmove")
		first := map[string]string{} // moves by rank
		for _, line := range append(said, rest...) {
			_, rank, ranked := strings.Cut(line, " multipv ")
			_, pv, found := strings.Cut(line, " pv ")
			if ranked && found && strings.Contains(line, " score ") {
				first[strings.Fields(rank)[0]] = strings.Fields(pv)[0]
			}
		}
		if len(first) < max(1, step.lines) || len(slices.Compact(slices.Sorted(maps.Values(first)))) != len(first) {
			t.Errorf("step %d, of %d lines: %v", i, step.lines, first)
		}
		if first["1"] != strings.Fields(best)[1] {
			t.Errorf("step %d: %s, but the first line is %s", i, best, first["1"])
		}
	}
	e.Send("quit")
}
