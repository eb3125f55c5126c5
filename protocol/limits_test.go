package protocol_test

import (
	"strings"
	"testing"
)

// The heap of the tests has the first player to move, so that in UCI white's
// clock is its own and in USI black's.
func TestGo(t *testing.T) {
	for _, c := range []struct {
		name, dialect, command string
		want                   string // the limits the engine gets
		notes                  int    // lines about what was ignored
	}{
		{"nothing is no limit", "uci", "go", "", 0},
		{"any order", "uci", "go btime 300 winc 20 movestogo 9 wtime 200 binc 30", " time=200ms/300ms inc=20ms/30ms movestogo=9", 0},
		{"black moves first in shogi", "usi", "go btime 300 wtime 200 byoyomi 50", " time=300ms/200ms byoyomi=50ms", 0},
		{"increments in shogi too", "usi", "go btime 300 wtime 200 binc 10 winc 20", " time=300ms/200ms inc=10ms/20ms", 0},
		{"a shogi clock below its increment", "usi", "go btime 0 wtime 200 binc 5000 winc 5000", " time=5s/5s inc=5s/5s", 0},
		{"a chess clock below its increment", "uci", "go wtime 0 winc 5000", " time=0s/0s inc=5s/0s", 0},
		{"nothing on the clock is a clock", "uci", "go wtime 0 btime 0", " time=0s/0s", 0},
		{"less than nothing", "uci", "go wtime -100 btime 50", " time=-100ms/50ms", 0},
		{"only the own clock", "uci", "go wtime 100", " time=100ms/0s", 0},
		{"only the clock of the opponent", "uci", "go btime 100", " movetime=100ms", 0},
		{"the clock of the opponent and a depth", "uci", "go btime 100 depth 4", " depth=4", 0},
		{"only byoyomi", "usi", "go byoyomi 1000", " time=0s/0s byoyomi=1s", 0},
		{"movetime", "uci", "go movetime 250", " movetime=250ms", 0},
		{"no movetime is a short one", "uci", "go movetime 0", " movetime=1ms", 0},
		{"depth", "uci", "go depth 7", " depth=7", 0},
		{"depth 0", "uci", "go depth 0", " depth=1", 0},
		{"depth beyond all", "uci", "go depth 1000000", " depth=245", 0},
		{"nodes", "uci", "go nodes 5000000000", " nodes=5000000000", 0},
		{"no nodes", "uci", "go nodes 0", " nodes=1", 0},
		{"mate in moves", "uci", "go mate 3 nodes 9", " nodes=9 mate=5", 0},
		{"mate beyond all", "uci", "go mate 4000000000000000000", " mate=245", 0},
		{"fishnet's everything", "uci", "go movetime 5000 depth 22 wtime 1 btime 2 winc 3 binc 4", " time=1ms/2ms inc=3ms/4ms movetime=5s depth=22", 0},
		{"searchmoves last", "uci", "go depth 2 searchmoves t1 t3", " depth=2 only=1 only=3", 0},
		{"searchmoves first", "uci", "go searchmoves t2 depth 2", " depth=2 only=2", 0},
		{"searchmoves, one illegal, one twice", "uci", "go searchmoves t9 t2 t2", " only=2", 1},
		{"searchmoves, all illegal", "uci", "go depth 1 searchmoves 0000 t7", " depth=1", 2},
		{"searchmoves, none", "uci", "go searchmoves depth 1", " depth=1", 0},
		{"no number", "uci", "go depth x movetime 9", " movetime=9ms", 1},
		{"a word where a number should be", "uci", "go wtime btime 100 depth 3", " depth=3", 1},
		{"a number missing at the end", "uci", "go nodes 8 depth", " nodes=8", 1},
		{"a number that overflows", "uci", "go depth 99999999999999999999 nodes 8", " nodes=8", 1},
		{"a time for eternity", "uci", "go wtime 9000000000000000000", " time=305419h53m47.776s/0s", 0},
		{"unknown words", "usi", "go rtime 100 depth 4 quickly", " depth=4", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, e, out := newSession(t)
			s.Line(c.dialect)
			out.reset()
			s.Line(c.command)
			e.Stop()
			s.Wait()
			got, notes, searched := "", 0, 0
			for _, line := range strings.Split(out.String(), "\n") {
				if limits, ok := strings.CutPrefix(line, "* go"); ok {
					got = limits
					searched++
				}
				if strings.HasPrefix(line, "info string ignored: ") {
					notes++
				}
			}
			if got != c.want || notes != c.notes || searched != 1 {
				t.Errorf("%s: limits %q, want %q; %d notes, want %d; %d searches\n%s",
					c.command, got, c.want, notes, c.notes, searched, out)
			}
		})
	}
}

// The clocks follow the side to move, not the order of the words.
func TestClockOfTheSecondPlayer(t *testing.T) {
	for _, c := range []struct{ dialect, position, command, want string }{
		{"uci", "position fen 3 2", "go wtime 100", "* go movetime=100ms"},
		{"uci", "position fen 3 2", "go btime 500", "* go time=0s/500ms"},
		{"usi", "position sfen 3 2", "go btime 500", "* go movetime=100ms"},
		{"usi", "position sfen 3 2", "go wtime 500", "* go time=0s/500ms"},
	} {
		s, _, out := newSession(t)
		s.Line(c.dialect)
		s.Line(c.position)
		s.Line(c.command)
		s.Wait()
		if !strings.Contains(out.String(), c.want+"\n") {
			t.Errorf("%s, %s, %s: no %q in\n%s", c.dialect, c.position, c.command, c.want, out)
		}
	}
}
