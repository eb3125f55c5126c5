package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
)

func TestParseEngine(t *testing.T) {
	tests := []struct {
		name, text, base string
		want             engineSpec
	}{
		{"a program", "cmd=./a/engine", "tc=8+0.08",
			engineSpec{Config: client.Config{Name: "engine", Command: "./a/engine"}, Control: arena.Control{Base: 8 * time.Second, Increment: 80 * time.Millisecond}}},
		{"everything", `cmd=x name="A b" dir=d args="-q 1" proto=usi "option.Move Overhead=5" option.H=2 nodes=1000 ponder restart`, "",
			engineSpec{Config: client.Config{Name: "A b", Command: "x", Dir: "d", Args: []string{"-q", "1"}, Protocol: client.USI, Ponder: true,
				Options: []client.Option{{Name: "Move Overhead", Value: "5"}, {Name: "H", Value: "2"}}},
				Control: arena.Control{Nodes: 1000}, Restart: true}},
		{"its own control replaces the control of all", "cmd=x st=0.5", "tc=8 option.Hash=16",
			engineSpec{Config: client.Config{Name: "x", Command: "x", Options: []client.Option{{Name: "Hash", Value: "16"}}}, Control: arena.Control{MoveTime: time.Second / 2}}},
		{"ourselves", "self LMRDepth=off threads=2 hash=4 depth=3", "",
			engineSpec{Config: client.Config{Name: "Nitoryu LMRDepth=off", Threads: 2, Hash: 4}, Self: true, Params: []client.Option{{Name: "LMRDepth", Value: "off"}}, Control: arena.Control{Depth: 3}}},
		{"ourselves by Elo", "self elo=1500", "",
			engineSpec{Config: client.Config{Name: "Nitoryu elo=1500"}, Self: true, Level: strength.Setting{Skill: 20, LimitElo: true, Elo: 1500}}},
		{"ourselves, nodes counting as time", "self nodestime=100 tc=1", "",
			engineSpec{Config: client.Config{Name: "Nitoryu"}, Self: true, NodeTime: 100, Control: arena.Control{Base: time.Second}}},
		{"ourselves at the lowest skill", "self skill=0 name=x", "",
			engineSpec{Config: client.Config{Name: "x"}, Self: true, Level: strength.Setting{Skill: 0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseEngine(test.text, test.base)
			got.Text = ""
			if !strings.Contains(test.text, "elo=") && !strings.Contains(test.text, "skill=") {
				test.want.Level = strength.Full
			}
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("error %v\ngot  %+v\nwant %+v", err, got, test.want)
			}
		})
	}
}

func TestSplitWords(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"none", " \t\n", nil},
		{"words", " a  b\tc\nd ", []string{"a", "b", "c", "d"}},
		{"quotes", `"a b" c="d  e"f ""`, []string{"a b", "c=d  ef", ""}},
		{"a path of Windows", `cmd="C:\my engines\new.exe" dir=C:\new\`, []string{`cmd=C:\my engines\new.exe`, `dir=C:\new\`}},
		{"a quoted path that ends in a backslash", `dir="C:\" a`, []string{`dir=C:\`, "a"}},
		{"apostrophes", `name="O'Brien's engine" it's`, []string{"name=O'Brien's engine", "it's"}},
		{"a network", "eval=<classic>", []string{"eval=<classic>"}},
		{"what shells know", "#1 a;b|c&d $HOME `e` (f) *", []string{"#1", "a;b|c&d", "$HOME", "`e`", "(f)", "*"}},
		{"Japanese", "name=\"将棋 エンジン\" eval=評価　関数.net", []string{"name=将棋 エンジン", "eval=評価　関数.net"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := splitWords(test.text); err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%q, error %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestBadEngines(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"neither", "name=x", "either self or"},
		{"both", "self cmd=x", "either self or"},
		{"an unknown word", "cmd=x fast", `unknown word "fast"`},
		{"an unknown key", "cmd=x speed=3", `unknown word "speed=3"`},
		{"nodes as time, pondering", "self nodestime=100 tc=1 ponder", "nodestime goes with"},
		{"nodes as time, controls by moves", "self nodestime=100 tc=40/1", "nodestime goes with"},
		{"nodes as time of a program", "cmd=x nodestime=100 tc=1", "nodestime is a word for self"},
		{"an unknown protocol", "cmd=x proto=xboard", "choose uci or usi"},
		{"a bad number", "cmd=x nodes=many", "nodes"},
		{"a bad clock", "cmd=x tc=8+", "not a number of seconds"},
		{"a level of a program", "cmd=x elo=1500", "option.UCI_LimitStrength"},
		{"a skill out of range", "self skill=21", "0 to 20"},
		{"an Elo in words", "self elo=strong", "elo"},
		{"an open quotation", `cmd="x`, "not closed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := parseEngine(test.text, ""); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// A level bounds the searches of our own engine. How another program limits its strength
// is unknown.
func TestLevelsNeedNoClock(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"self", false},
		{"self elo=1500", true},
		{"self skill=19", true},
		{"self skill=20", false},
		{"cmd=x option.UCI_LimitStrength=true option.UCI_Elo=1500", false},
	} {
		for _, g := range []games.Game{games.Chess(), games.Shogi()} {
			e, err := parseEngine(test.text, "")
			if err != nil || e.weak(g) != test.want {
				t.Errorf("%s in %s: error %v, a level: %v", test.text, g.Name, err, e.weak(g))
			}
		}
	}
}
