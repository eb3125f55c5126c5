package main

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
)

func TestParseEngine(t *testing.T) {
	tests := []struct {
		name, text, base string
		want             engineSpec
	}{
		{"a program", "cmd=./a/engine", "tc=8+0.08",
			engineSpec{Name: "engine", Command: "./a/engine", Threads: 1, Hash: 16, Control: arena.Control{Base: 8 * time.Second, Increment: 80 * time.Millisecond}}},
		{"everything", `cmd=x name="A b" dir=d args="-q 1" proto=usi "option.Move Overhead=5" option.H=2 nodes=1000 ponder restart`, "",
			engineSpec{Name: "A b", Command: "x", Dir: "d", Args: []string{"-q", "1"}, Proto: player.USI, Threads: 1, Hash: 16,
				Options: []player.Option{{Name: "Move Overhead", Value: "5"}, {Name: "H", Value: "2"}},
				Control: arena.Control{Nodes: 1000}, Ponder: true, Restart: true}},
		{"its own control replaces that of all", "cmd=x st=0.5", "tc=8 option.Hash=16",
			engineSpec{Name: "x", Command: "x", Threads: 1, Hash: 16, Control: arena.Control{MoveTime: time.Second / 2}, Options: []player.Option{{Name: "Hash", Value: "16"}}}},
		{"ourselves", "self LMRDepth=off threads=2 hash=4 depth=3", "",
			engineSpec{Name: "Nitoryu LMRDepth=off", Self: true, Threads: 2, Hash: 4, Params: []player.Option{{Name: "LMRDepth", Value: "off"}}, Control: arena.Control{Depth: 3}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseEngine(test.text, test.base)
			got.Text = ""
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("error %v\ngot  %+v\nwant %+v", err, got, test.want)
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
		{"an unknown protocol", "cmd=x proto=xboard", "choose uci or usi"},
		{"a bad number", "cmd=x nodes=many", "nodes"},
		{"a bad clock", "cmd=x tc=8+", "no number of seconds"},
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
