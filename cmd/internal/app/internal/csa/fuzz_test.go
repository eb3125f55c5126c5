package csa

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
)

// A summary of a server is a game that can be played, or an error.
func FuzzSummary(f *testing.F) {
	f.Add(offer("+"))
	f.Add(offer("-", "Time_Unit:500msec", "Total_Time:2147483647", "Increment:1", "Max_Moves:512", "Declaration:none"))
	f.Add("Your_Turn:+\nBEGIN Time-\nTotal_Time:5\nEND Time-\nBEGIN Position\nP1-KY-KE * \nP+00FU\n-\n-5142OU,T3\nEND Position\nEND Game_Summary\n")
	f.Add("BEGIN Time\nTime_Unit:0sec\nEND Position\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := newProposal()
		for line := range strings.Lines(text) {
			done, err := p.add(strings.TrimSpace(strings.TrimPrefix(line, "< ")))
			if err != nil {
				return
			}
			if !done {
				continue
			}
			s, err := p.finish()
			if err != nil {
				return
			}
			for _, c := range s.clock {
				for _, d := range []int64{int64(c.total), int64(c.byoyomi), int64(c.increment)} {
					if d < 0 || d > int64(longestTime) {
						t.Fatalf("a clock of %+v", c)
					}
				}
			}
			board, err := nitoryu.Open(s.setup)
			if err == nil {
				err = board.Play(s.moves...)
			}
			if err != nil {
				t.Fatalf("the game cannot be begun: %v", err)
			}
			return
		}
	})
}

// Clocks may count milliseconds, up to the longest time and not beyond it, on machines of 32 bits, too.
func TestLongClocks(t *testing.T) {
	for _, test := range []struct {
		name, unit, total string
		good              bool
	}{
		{"an hour in milliseconds", "1msec", "3600000", true},
		{"the most milliseconds", "1msec", "2147483647", true},
		{"a thousand hours", "1sec", "3600000", true},
		{"a second more", "1sec", "3600001", false},
		{"a year", "1min", "525600", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProposal()
			for _, line := range []string{"Your_Turn:+", "BEGIN Time", "Time_Unit:" + test.unit, "Total_Time:" + test.total, "END Time", "BEGIN Position", "PI", "+", "END Position"} {
				if _, err := p.add(line); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := p.finish(); (err == nil) != test.good {
				t.Errorf("%v", err)
			}
		})
	}
}
