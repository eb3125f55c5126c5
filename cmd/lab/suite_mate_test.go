package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
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
	e, err := parseEngine("self hash=1", "")
	if err != nil {
		t.Fatal(err)
	}
	o := suiteOptions{}
	p, err := o.starter(e, games.Shogi, core.Settings{})(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	tests := []struct{ name, position, want string }{
		{"a mate in one", goldMate, "G*5b [G*5b] false"},
		{"no mate", noMate, "nomate [] true"},
		{"too long a mate", endlessOne, "timeout [] false"},
		{"another after that", goldMate, "G*5b [G*5b] false"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			position, err := games.Shogi.Parse(test.position, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			r := player.Request{Start: test.position, Position: position, Mate: true, Limits: core.Limits{MoveTime: 100 * time.Millisecond}}
			reply, err := p.Think(t.Context(), r)
			if got := fmt.Sprint(reply.Text, " ", reply.Mate, " ", reply.NoMate); err != nil || got != test.want {
				t.Errorf("error %v, answer %s, want %s", err, got, test.want)
			}
			if reply.Info.Nodes == 0 || reply.Elapsed <= 0 {
				t.Errorf("%d nodes in %v", reply.Info.Nodes, reply.Elapsed)
			}
			over, end := context.WithCancel(t.Context())
			end()
			if _, err := p.Think(over, r); !errors.Is(err, context.Canceled) {
				t.Errorf("without a listener: error %v", err)
			}
			r.Mate, r.Limits = false, core.Limits{Nodes: 100}
			if reply, err := p.Think(t.Context(), r); err != nil || reply.Move == core.NoMove {
				t.Errorf("without go mate: %q, error %v", reply.Text, err)
			}
		})
	}
}

// The suite says how it asked: our own engine knows go mate, which needs a time.
func TestSuiteAsksSelfForMates(t *testing.T) {
	file := suiteFile(t, "gold.sfen", goldMate+" ;mate 1\n"+noMate+" ;mate 3\n")
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
