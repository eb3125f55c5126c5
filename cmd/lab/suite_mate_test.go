package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Positions for go mate. In the second there is a mate by a quiet move, none by
// checks; the third is Microcosmos, a mate in 1525.
const (
	goldMate   = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"
	noMate     = "4k4/9/9/9/9/9/9/9/4K4 b P2r2b4g4s4n4l17p 1"
	endlessOne = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
)

// Our own engine in this process answers go mate as the binary does: with the proved
// line, with nomate, or with timeout. A search would answer with a move each time.
func TestGoMateOfSelf(t *testing.T) {
	spec, err := parseEngine("self hash=1", "")
	must.OK(t, err)
	e, err := spec.start(t.Context(), games.Shogi(), core.Settings{})
	must.OK(t, err)
	defer e.Close()
	tests := []struct{ name, position, want string }{
		{"a mate in one", goldMate, "G*5b #1 [G*5b]"},
		{"no mate", noMate, " #-0 []"},
		{"too long a mate", endlessOne, " +0.00 []"},
		{"another after that", goldMate, "G*5b #1 [G*5b]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			position, err := nitoryu.Open(nitoryu.Setup{Position: test.position})
			must.OK(t, err)
			r, err := nitoryu.Ask(t.Context(), e, position, nitoryu.Limits{Tsume: true, Time: 100 * time.Millisecond})
			var line []nitoryu.Move
			if len(r.Lines) > 0 {
				line = r.Lines[0].Moves
			}
			if got := fmt.Sprint(r.Best, " ", r.Score, " ", line); err != nil || got != test.want {
				t.Errorf("error %v, answer %s, want %s", err, got, test.want)
			}
			if r.Nodes == 0 || r.Elapsed <= 0 {
				t.Errorf("%d nodes in %v", r.Nodes, r.Elapsed)
			}
			if r, err := nitoryu.Ask(t.Context(), e, position, nitoryu.Limits{Nodes: 100}); err != nil || r.Best == nitoryu.NoMove {
				t.Errorf("without go mate: %q, error %v", r.Best, err)
			}
		})
	}
}

// The suite says how it asked: our own engine knows go mate, which needs a time.
func TestSuiteAsksSelfForMates(t *testing.T) {
	file := textFile(t, "gold.sfen", goldMate+" ;mate 1\n"+noMate+" ;mate 3\n")
	tests := []struct{ name, flags, notes, answer string }{
		{"go mate", "-mate go-mate -time 5s", "2 by go mate", "nomate"},
		{"what is best", "-time 5s", "2 by go mate", "nomate"},
		{"what is best without a time", "-nodes 200", "2 by search", ""},
		{"a search", "-mate search -nodes 200 -time 5s", "2 by search", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, log, err := call(t, append(strings.Fields("suite -verbose -hash 1 "+test.flags), file)...)
			if err != nil || !strings.Contains(out, test.notes) || !strings.Contains(out, test.answer) || strings.Contains(out, "nomate") != (test.answer != "") {
				t.Errorf("error %v, printed\n%s%s", err, out, log)
			}
		})
	}
}
