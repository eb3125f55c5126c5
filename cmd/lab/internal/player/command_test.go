package player

import (
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

func TestGoCommand(t *testing.T) {
	clock := func(first, second, increment, byoyomi time.Duration) core.Limits {
		return core.Limits{
			HasClock: true, Time: [2]time.Duration{first, second},
			Increment: [2]time.Duration{increment, increment}, Byoyomi: byoyomi,
		}
	}
	withMoves := clock(60*sec, 50*sec, 0, 0)
	withMoves.MovesToGo = 40
	uneven := clock(60*sec, 50*sec, 0, 0)
	uneven.Increment[core.Second] = 2 * sec
	tests := []struct {
		name     string
		limits   core.Limits
		uci, usi string
	}{
		{"no limits", core.Limits{}, "go infinite", "go infinite"},
		{"infinite", core.Limits{Infinite: true, Depth: 9}, "go depth 9 infinite", "go depth 9 infinite"},
		{"sudden death", clock(60*sec, 50*sec, 0, 0), "go wtime 60000 btime 50000", "go btime 60000 wtime 50000 byoyomi 0"},
		{"increments", clock(60*sec, 50*sec, sec, 0), "go wtime 60000 btime 50000 winc 1000 binc 1000", "go btime 59000 wtime 49000 binc 1000 winc 1000"},
		{"less than the increment", clock(600*ms, 50*sec, sec, 0), "go wtime 600 btime 50000 winc 1000 binc 1000", "go btime 0 wtime 49000 binc 1000 winc 1000"},
		{"one side has increments", uneven, "go wtime 60000 btime 50000 winc 0 binc 2000", "go btime 60000 wtime 48000 binc 0 winc 2000"},
		{"byoyomi", clock(0, 50*sec, 0, 10*sec), "go wtime 1 btime 50000", "go btime 0 wtime 50000 byoyomi 10000"},
		{"byoyomi and increments", clock(5*sec, 5*sec, sec, 10*sec), "go wtime 5000 btime 5000 winc 1000 binc 1000", "go btime 4000 wtime 4000 binc 1000 winc 1000 byoyomi 10000"},
		{"empty clocks", clock(0, -5*sec, 0, 0), "go wtime 1 btime 1", "go btime 1 wtime 1 byoyomi 0"},
		{"parts of a millisecond", clock(1999*time.Microsecond, sec, 0, 0), "go wtime 1 btime 1000", "go btime 1 wtime 1000 byoyomi 0"},
		{"moves to go", withMoves, "go wtime 60000 btime 50000 movestogo 40", "go btime 60000 wtime 50000 byoyomi 0"},
		{"fixed effort", core.Limits{Depth: 7, Nodes: 1 << 40, MoveTime: 2 * sec}, "go depth 7 nodes 1099511627776 movetime 2000", "go depth 7 nodes 1099511627776 movetime 2000"},
		{"mate in five plies", core.Limits{Mate: 5}, "go mate 3", "go infinite"},
		{"mate in six plies", core.Limits{Mate: 6}, "go mate 3", "go infinite"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Request{Limits: test.limits}
			if got := string(appendGo(nil, &r, false, false)); got != test.uci+"\n" {
				t.Errorf("UCI: %q, want %q", got, test.uci)
			}
			if got := string(appendGo(nil, &r, true, false)); got != test.usi+"\n" {
				t.Errorf("USI: %q, want %q", got, test.usi)
			}
		})
	}
}

func TestOtherCommands(t *testing.T) {
	first := chess.Rules.Start(core.Settings{})
	e4, _ := first.ParseMove("e2e4")
	const sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
	tests := []struct {
		name string
		got  []byte
		want string
	}{
		{"ponder", appendGo(nil, &Request{Limits: core.Limits{MoveTime: sec}}, false, true), "go ponder movetime 1000"},
		{"ponder without limits", appendGo(nil, &Request{}, false, true), "go ponder infinite"},
		{"root moves", appendGo(nil, &Request{Position: first, Limits: core.Limits{Depth: 1, RootMoves: []core.Move{e4}}}, false, false), "go depth 1 searchmoves e2e4"},
		{"USI mate", appendGo(nil, &Request{Mate: true, Limits: core.Limits{MoveTime: sec}}, true, false), "go mate 1000"},
		{"USI mate without limit", appendGo(nil, &Request{Mate: true, Limits: core.Limits{Depth: 3}}, true, false), "go mate infinite"},
		{"UCI mate", appendGo(nil, &Request{Mate: true, Limits: core.Limits{Mate: 3, MoveTime: sec}}, false, false), "go mate 2 movetime 1000"},
		{"usual position", appendPosition(nil, &Request{}, true), "position startpos"},
		{"with moves", appendPosition(nil, &Request{Moves: []string{"e2e4", "e7e5"}}, false), "position startpos moves e2e4 e7e5"},
		{"FEN", appendPosition(nil, &Request{Start: chess.StartFEN}, false), "position fen " + chess.StartFEN},
		{"SFEN", appendPosition(nil, &Request{Start: sfen, Moves: []string{"G*5b"}}, true), "position sfen " + sfen + " moves G*5b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.got); got != test.want+"\n" {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPatience(t *testing.T) {
	clock := core.Limits{HasClock: true, Time: [2]time.Duration{7 * sec, 9 * sec}, Byoyomi: 2 * sec}
	short := clock
	short.MoveTime = sec
	flagged := clock
	flagged.Time[core.First] = -5 * sec
	infinite := clock
	infinite.Infinite = true
	tests := []struct {
		name   string
		limits core.Limits
		mate   bool
		want   time.Duration
		known  bool
	}{
		{"none", core.Limits{}, false, 0, false},
		{"depth", core.Limits{Depth: 20}, false, 0, false},
		{"clock and byoyomi", clock, false, 9 * sec, true},
		{"the shorter of two", short, false, sec, true},
		{"a clock below zero", flagged, false, 2 * sec, true},
		{"infinite", infinite, false, 0, false},
		{"nodes", core.Limits{Nodes: 1000}, false, 10 * sec, true},
		{"too many nodes to say", core.Limits{Nodes: 1 << 62}, false, 0, false},
		{"mate", short, true, sec, true},
		{"mate without limit", clock, true, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Request{Position: shogi.Rules.Start(core.Settings{}), Limits: test.limits, Mate: test.mate}
			if got, known := patience(&r, true); got != test.want || known != test.known {
				t.Errorf("got %v %v, want %v %v", got, known, test.want, test.known)
			}
		})
	}
}

func TestProgram(t *testing.T) {
	if _, err := (&Config{Command: "sub/engine"}).Program(); err == nil || !strings.Contains(err.Error(), "sub/engine") {
		t.Errorf("got %v", err)
	}
}
