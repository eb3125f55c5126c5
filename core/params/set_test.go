package params

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// faults returns what is wrong with a row and how to fix it.
func faults(r Row) (list []string) {
	fault := func(format string, a ...any) { list = append(list, fmt.Sprintf(format, a...)) }
	isSwitch := r.Min == 0 && r.Max == 1
	if r.Min > r.Max || r.Step < 0 {
		fault("bad range %d to %d, step %d", r.Min, r.Max, r.Step)
	}
	if isSwitch && r.Step != 0 {
		fault(`a switch cannot be tuned: make it step:"0"`)
	}
	for _, game := range []struct {
		name  string
		value int
	}{{"chess", r.Chess}, {"shogi", r.Shogi}} {
		if (game.value < r.Min || game.value > r.Max) && (r.Technique == "" || game.value != r.Off) {
			fault("%s default %d is not within %d to %d: widen min and max, or make it the value of off", game.name, game.value, r.Min, r.Max)
		}
	}
	if r.Doc == "" {
		fault(`no description: say what it does with doc:"..."`)
	}
	switch off := r.Technique != "" && r.Chess == r.Off && r.Shogi == r.Off; {
	case off && !r.Experiment:
		fault(`the technique is off in both games: add experiment:"true" while it is tried, or remove the row`)
	case r.Experiment && r.Technique == "":
		fault(`an experiment is a technique that can be off: name it with technique:"..." and off:"..."`)
	case r.Experiment && !off:
		fault(`the experiment is on in a game: remove experiment:"true"`)
	}
	return list
}

func TestRowsAreComplete(t *testing.T) {
	for _, r := range Rows() {
		for _, fault := range faults(r) {
			t.Errorf("%s: %s", r.Name, fault)
		}
	}
}

// A technique may be off in both games only as an experiment, and every fault says how
// to fix it.
func TestFaults(t *testing.T) {
	good := Row{Name: "X", Chess: 1, Shogi: 0, Max: 1, Technique: "x", Doc: "does x"}
	for _, test := range []struct {
		name   string
		change func(*Row)
		want   string // part of the only fault; empty: none
	}{
		{"on in one game", func(*Row) {}, ""},
		{"on in both", func(r *Row) { r.Shogi = 1 }, ""},
		{"an experiment", func(r *Row) { r.Chess, r.Experiment = 0, true }, ""},
		{"off for no reason", func(r *Row) { r.Chess = 0 }, `add experiment:"true"`},
		{"an experiment that is on", func(r *Row) { r.Experiment = true }, `remove experiment:"true"`},
		{"an experiment without a technique", func(r *Row) { r.Technique, r.Experiment = "", true }, `technique:"..."`},
		{"off beyond the range", func(r *Row) { r.Chess, r.Min, r.Max, r.Off, r.Shogi = 5, 2, 9, 1000, 1000 }, ""},
		{"beyond the range", func(r *Row) { r.Chess = 2 }, "widen min and max"},
		{"a switch with a step", func(r *Row) { r.Step = 1 }, `step:"0"`},
		{"no description", func(r *Row) { r.Doc = "" }, `doc:"..."`},
		{"an empty range", func(r *Row) { r.Chess, r.Shogi, r.Min, r.Max, r.Technique = 4, 4, 5, 4, "" }, "bad range"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := good
			test.change(&r)
			found := strings.Join(faults(r), "; ")
			if (found == "") != (test.want == "") || !strings.Contains(found, test.want) {
				t.Errorf("found %q, want %q", found, test.want)
			}
		})
	}
}

func TestDefaultsReachTheirFields(t *testing.T) {
	chess, shogi := reflect.ValueOf(Chess()).Elem(), reflect.ValueOf(Shogi()).Elem()
	for _, r := range Rows() {
		if got := int(chess.FieldByName(r.Name).Int()); got != r.Chess {
			t.Errorf("chess %s is %d, want %d", r.Name, got, r.Chess)
		}
		if got := int(shogi.FieldByName(r.Name).Int()); got != r.Shogi {
			t.Errorf("shogi %s is %d, want %d", r.Name, got, r.Shogi)
		}
	}
}

// Each row of the clock changes what the clock is told, and no other row does.
func TestRowsReachTheClock(t *testing.T) {
	seen := map[string]string{} // the changed tuning, and the row
	for _, r := range Rows() {
		set := Chess()
		before := set.Clock()
		value := r.Min
		if value == r.Chess {
			value = r.Max
		}
		if err := set.Assign(r.Name, value); err != nil {
			t.Fatal(err)
		}
		after := set.Clock()
		if changed := after != before; changed != r.Clock {
			t.Errorf("%s, of the clock: %v, changes the clock: %v", r.Name, r.Clock, changed)
		}
		if r.Clock {
			if r.Step < 1 || r.Min < 0 || !strings.HasPrefix(r.Name, "Time") {
				t.Errorf("%+v", r)
			}
			if other := seen[fmt.Sprint(after)]; other != "" {
				t.Errorf("%s and %s are the same number", r.Name, other)
			}
			seen[fmt.Sprint(after)] = r.Name
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d rows of the clock", len(seen))
	}
}

func TestAssign(t *testing.T) {
	tests := []struct {
		name      string
		parameter string
		value     int
		wants     string // part of the error; empty: accepted
	}{
		{"in range", "LMRDepth", 5, ""},
		{"below the range", "LMRDepth", -1, "not within"},
		{"above the range", "LMRDepth", 999, "not within"},
		{"unknown", "Contempt", 1, `no parameter "Contempt"`},
		{"misspelt", "LMRDeppth", 1, `no parameter "LMRDeppth"; did you mean "LMRDepth"?`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := Chess()
			before := *s
			err := s.Assign(test.parameter, test.value)
			if test.wants == "" {
				if err != nil || s.LMRDepth != test.value {
					t.Errorf("Assign: %v, LMRDepth %d", err, s.LMRDepth)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.wants) {
				t.Errorf("error %v, want one with %q", err, test.wants)
			}
			if *s != before {
				t.Error("a refused value changed the set")
			}
		})
	}
}

func TestAssignText(t *testing.T) {
	tests := []struct {
		name, parameter, text string
		want                  int    // of LMRDepth
		wants                 string // part of the error; empty: accepted
	}{
		{"a number", "LMRDepth", "7", 7, ""},
		{"off", "LMRDepth", "off", 1000, ""},
		{"no number", "LMRDepth", "deep", 0, `"deep" is neither a whole number nor off`},
		{"nothing to be off", "LMRMoves", "off", 0, "no technique"},
		{"unknown and off", "Contempt", "off", 0, "no parameter"},
		{"misspelt and off", "lmrdepth", "off", 0, `did you mean "LMRDepth"?`},
		{"misspelt and no number", "LMRDept", "deep", 0, `did you mean "LMRDepth"?`},
		{"beyond the range", "LMRDepth", "999", 0, "not within"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := Chess()
			before := *s
			err := s.AssignText(test.parameter, test.text)
			if test.wants == "" {
				if err != nil || s.LMRDepth != test.want {
					t.Errorf("error %v, LMRDepth %d", err, s.LMRDepth)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.wants) || *s != before {
				t.Errorf("error %v, want one with %q; changed: %v", err, test.wants, *s != before)
			}
		})
	}
}
