package client

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// clock returns limits by a clock.
func clock(first, second, increment, byoyomi time.Duration) nitoryu.Limits {
	return nitoryu.Limits{Clock: &nitoryu.Clock{
		Left: [2]time.Duration{first, second}, Increment: [2]time.Duration{increment, increment}, Byoyomi: byoyomi,
	}}
}

func TestGoCommand(t *testing.T) {
	withMoves, uneven := clock(60*sec, 50*sec, 0, 0), clock(60*sec, 50*sec, 0, 0)
	withMoves.Clock.MovesToGo, uneven.Clock.Increment[nitoryu.Second] = 40, 2*sec
	for _, test := range []struct {
		name     string
		limits   nitoryu.Limits
		uci, usi string
	}{
		{"no limits", nitoryu.Limits{}, "go infinite", "go infinite"},
		{"sudden death", clock(60*sec, 50*sec, 0, 0), "go wtime 60000 btime 50000", "go btime 60000 wtime 50000 byoyomi 0"},
		{"increments", clock(60*sec, 50*sec, sec, 0), "go wtime 60000 btime 50000 winc 1000 binc 1000", "go btime 59000 wtime 49000 binc 1000 winc 1000"},
		{"less than the increment", clock(600*ms, 50*sec, sec, 0), "go wtime 600 btime 50000 winc 1000 binc 1000", "go btime 0 wtime 49000 binc 1000 winc 1000"},
		{"one side has increments", uneven, "go wtime 60000 btime 50000 winc 0 binc 2000", "go btime 60000 wtime 48000 binc 0 winc 2000"},
		{"byoyomi", clock(0, 50*sec, 0, 10*sec), "go wtime 1 btime 50000", "go btime 0 wtime 50000 byoyomi 10000"},
		{"byoyomi and increments", clock(5*sec, 5*sec, sec, 10*sec), "go wtime 5000 btime 5000 winc 1000 binc 1000", "go btime 4000 wtime 4000 binc 1000 winc 1000 byoyomi 10000"},
		{"empty clocks", clock(0, -5*sec, 0, 0), "go wtime 1 btime 1", "go btime 1 wtime 1 byoyomi 0"},
		{"parts of a millisecond", clock(1999*time.Microsecond, sec, 0, 0), "go wtime 1 btime 1000", "go btime 1 wtime 1000 byoyomi 0"},
		{"moves to go", withMoves, "go wtime 60000 btime 50000 movestogo 40", "go btime 60000 wtime 50000 byoyomi 0"},
		{"fixed effort", nitoryu.Limits{Depth: 7, Nodes: 1 << 40, Time: 2 * sec}, "go depth 7 nodes 1099511627776 movetime 2000", "go depth 7 nodes 1099511627776 movetime 2000"},
		{"mate in five plies", nitoryu.Limits{Mate: 5}, "go mate 3", "go infinite"},
		{"mate in six plies", nitoryu.Limits{Mate: 6}, "go mate 3", "go infinite"},
		{"ponder", nitoryu.Limits{Time: sec, Ponder: true}, "go ponder movetime 1000", "go ponder movetime 1000"},
		{"ponder without limits", nitoryu.Limits{Ponder: true}, "go ponder infinite", "go ponder infinite"},
		{"root moves", nitoryu.Limits{Depth: 1, Moves: []nitoryu.Move{"e2e4", "d2d4"}}, "go depth 1 searchmoves e2e4 d2d4", "go depth 1 searchmoves e2e4 d2d4"},
		{"mate in a time", nitoryu.Limits{Mate: 3, Time: sec}, "go mate 2 movetime 1000", "go movetime 1000"},
		{"tsume", nitoryu.Limits{Tsume: true, Time: sec}, "go mate 1000", "go mate 1000"},
		{"tsume without limit", nitoryu.Limits{Tsume: true, Depth: 3}, "go mate infinite", "go mate infinite"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(appendGo(nil, &test.limits, false)); got != test.uci+"\n" {
				t.Errorf("UCI: %q, want %q", got, test.uci)
			}
			if got := string(appendGo(nil, &test.limits, true)); got != test.usi+"\n" {
				t.Errorf("USI: %q, want %q", got, test.usi)
			}
		})
	}
}

func TestPositionCommand(t *testing.T) {
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		moves []nitoryu.Move
		want  string
	}{
		{"chess", nitoryu.Setup{}, nil, "position startpos"},
		{"with moves", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "e7e5"}, "position startpos moves e2e4 e7e5"},
		{"FEN", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1g1"}, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"},
		{"SFEN", nitoryu.Setup{Position: goldMate}, []nitoryu.Move{"G*5b"}, "position sfen " + goldMate + " moves G*5b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := nitoryu.Open(test.setup)
			must.OK(t, err)
			must.OK(t, p.Play(test.moves...))
			if got := string(appendPosition(nil, p, p.Variant() == nitoryu.Shogi)); got != test.want+"\n" {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPatience(t *testing.T) {
	usual, short, flagged := clock(7*sec, 9*sec, 0, 2*sec), clock(7*sec, 9*sec, 0, 2*sec), clock(-5*sec, 9*sec, 0, 2*sec)
	short.Time = sec
	mate, mateSoon := usual, short
	mate.Tsume, mateSoon.Tsume = true, true
	for _, test := range []struct {
		name   string
		limits nitoryu.Limits
		want   time.Duration
		known  bool
	}{
		{"none", nitoryu.Limits{}, 0, false},
		{"depth", nitoryu.Limits{Depth: 20}, 0, false},
		{"clock and byoyomi", usual, 9 * sec, true},
		{"the shorter of two", short, sec, true},
		{"a clock below zero", flagged, 2 * sec, true},
		{"nodes", nitoryu.Limits{Nodes: 1000}, 10 * sec, true},
		{"too many nodes to say", nitoryu.Limits{Nodes: 1 << 62}, 0, false},
		{"mate", mateSoon, sec, true},
		{"mate without limit", mate, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, known := Patience(nitoryu.First, &test.limits); got != test.want || known != test.known {
				t.Errorf("got %v %v, want %v %v", got, known, test.want, test.known)
			}
		})
	}
}

func TestProgram(t *testing.T) {
	_, err := (&Config{Command: "sub/engine"}).Program()
	must.Say(t, err, "sub/engine")
}
