package params

import (
	"reflect"
	"strings"
	"testing"
)

func TestRowsAreComplete(t *testing.T) {
	for _, r := range Rows() {
		t.Run(r.Name, func(t *testing.T) {
			if isSwitch := r.Min == 0 && r.Max == 1; r.Min > r.Max || r.Step < 0 || isSwitch && r.Step != 0 {
				t.Errorf("strange range %d to %d, step %d", r.Min, r.Max, r.Step)
			}
			for game, value := range map[string]int{"chess": r.Chess, "shogi": r.Shogi} {
				if (value < r.Min || value > r.Max) && (r.Technique == "" || value != r.Off) {
					t.Errorf("%s default %d is not within %d to %d", game, value, r.Min, r.Max)
				}
			}
			if r.Doc == "" {
				t.Error("no description")
			}
			if r.Technique != "" && r.Chess == r.Off && r.Shogi == r.Off {
				t.Errorf("%s is off by default", r.Technique)
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
