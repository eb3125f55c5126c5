package protocol_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// The first player of the test heap is to move: its clock is white's in UCI and black's
// in USI.
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
		{"searchmoves, none", "uci", "go searchmoves depth 1", " depth=1", 0},
		{"no number", "uci", "go depth x movetime 9", " movetime=9ms", 1},
		{"a word where a number should be", "uci", "go wtime btime 100 depth 3", " depth=3", 1},
		{"a number missing at the end", "uci", "go nodes 8 depth", " nodes=8", 1},
		{"a number that overflows", "uci", "go depth 99999999999999999999 nodes 8", " depth=245 nodes=8", 0},
		{"a clock that overflows", "uci", "go wtime 99999999999999999999 btime 1", " time=305419h53m47.776s/1ms", 0},
		{"a clock that overflows downwards", "uci", "go wtime -99999999999999999999", " time=-305419h53m47.776s/0s", 0},
		{"fractions of a millisecond", "uci", "go wtime 1000.5 btime +2000.7 winc .5", " time=1s/2s", 1},
		{"a number with a unit", "uci", "go wtime 30s btime 20s", " time=30ms/20ms", 0},
		{"the own clock cannot be read", "uci", "go wtime x btime 1000", " movetime=100ms", 1},
		{"no clock can be read", "usi", "go btime NaN wtime NaN binc 1000 winc 1000", " inc=1s/1s movetime=100ms", 2},
		{"only increments", "uci", "go winc 1000 binc 1000", " inc=1s/1s movetime=100ms", 0},
		{"only moves to go", "uci", "go movestogo 40", " movestogo=40 movetime=100ms", 0},
		{"only byoyomi, and that is nothing", "usi", "go byoyomi", " movetime=100ms", 1},
		{"no clock can be read, but a depth", "uci", "go wtime x depth 3", " depth=3", 1},
		{"a mate and a clock that cannot be read", "uci", "go mate 3 wtime x", " movetime=100ms mate=5", 1},
		{"no number at all", "uci", "go depth", " movetime=100ms", 1},
		{"a misspelt word", "uci", "go dpeth 10", " movetime=100ms", 1},
		{"words of nothing", "uci", "go on and on", " movetime=100ms", 1},
		{"a movetime that is none", "uci", "go movetime soon", " movetime=100ms", 1},
		{"pondering on nothing", "uci", "go ponder dpeth 10", " movetime=100ms ponder=yes", 1},
		{"infinite with anything", "uci", "go dpeth 10 infinite wtime x", " infinite=yes", 2},
		{"mate in moves with anything", "uci", "go mate 2 moves", " mate=3", 1},
		{"mate of no number", "uci", "go mate soon", " movetime=100ms", 1},
		{"a time for eternity", "uci", "go wtime 9000000000000000000", " time=305419h53m47.776s/0s", 0},
		{"unknown words", "usi", "go rtime 100 depth 4 quickly", " depth=4", 2},
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

// Notes say what was not understood, and what may have been meant.
func TestGoNotes(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"go dpeth 10", `info string ignored: go "dpeth 10"; did you mean "depth"?`},
		{"go depth 2 x", `info string ignored: go "x"`},
		{"go depth", `info string ignored: go depth "" is not a number`},
		{"go depth 2 wtime 30s", `info string go wtime "30s" is read as 30`},
	} {
		s, e, out := newSession(t)
		out.reset()
		s.Line(c.command)
		e.Stop()
		s.Wait()
		if first, _, _ := strings.Cut(out.String(), "\n"); first != c.want {
			t.Errorf("%s: %s, want %s", c.command, first, c.want)
		}
	}
}

// In USI too no other move is searched; an engine without a move to name resigns.
func TestIllegalSearchMovesInUSI(t *testing.T) {
	const refusal = "info string ignored: searchmoves \"t9\": no move\ninfo string ERROR no move of searchmoves is legal\nbestmove resign\n"
	s, _, out := newSession(t)
	s.Line("usi")
	out.reset()
	s.Line("go btime 100 searchmoves t9")
	s.Wait()
	if got := out.String(); got != refusal {
		t.Errorf("got\n%swant\n%s", got, refusal)
	}
}

// FuzzGo feeds what follows go. Whatever it is, there is one search within limits that
// make sense, and it ends by itself if a clock was named or a word not understood.
func FuzzGo(f *testing.F) {
	for _, seed := range []string{
		"", "infinite", "depth 10", "dpeth 10", "depth", "wtime 1000.5 btime 1000.5",
		"btime 99999999999999999999 wtime -99999999999999999999 byoyomi 1e9", "movestogo x winc y",
		"ponder searchmoves t1 t9 depth", "mate infinite", "mate 5 nodes 0", "mate", "byoyomi",
		"movetime +7 perft", "searchmoves t1 t1 wtime", "searchmoves t8 depth 2", "nodes 18446744073709551616 movetime -1",
	} {
		f.Add(seed)
	}
	words := []string{"searchmoves", "ponder", "infinite", "wtime", "btime", "winc", "binc", "byoyomi", "movestogo",
		"depth", "nodes", "mate", "movetime"}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return ' '
			}
			return r
		}, text)
		if strings.Contains(text, "perft") {
			t.Skip("no search")
		}
		said := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' })
		for _, dialect := range []string{"uci", "usi"} {
			s, e, out := newSession(t)
			var got []core.Limits
			e.search = func(_ core.Position, l core.Limits, _ core.Callbacks) core.Result {
				got = append(got, l)
				return core.Result{Best: take(1)[0]}
			}
			s.Line(dialect)
			s.Line("go " + text)
			s.Line("stop")
			s.Wait()
			refused := 0
			if strings.Contains(out.String(), "no move of searchmoves is legal") {
				refused = 1
			}
			if len(got)+refused != 1 || answers(out.String()) != 1 {
				t.Fatalf("%s, go %q: %d searches, %d answers", dialect, text, len(got), answers(out.String()))
			}
			if refused == 1 {
				continue
			}
			l := got[0]
			const far = 1 << 41 * time.Millisecond
			if l.Depth < 0 || l.Depth >= core.MaxPly || l.Mate < 0 || l.Mate >= core.MaxPly || l.MovesToGo < 0 ||
				l.MoveTime < 0 || l.MoveTime > far || l.Byoyomi < 0 || l.Byoyomi > far ||
				min(l.Increment[0], l.Increment[1]) < 0 || max(l.Increment[0], l.Increment[1]) > far ||
				min(l.Time[0], l.Time[1]) < -far || max(l.Time[0], l.Time[1]) > far {
				t.Errorf("%s, go %q: %+v", dialect, text, l)
			}
			if l.HasClock || l.MoveTime > 0 || l.Depth > 0 || l.Nodes > 0 || l.Infinite ||
				dialect == "usi" && slices.Contains(said, "infinite") && slices.Contains(said, "mate") {
				continue
			}
			// Nothing ends the search.
			for i, w := range said {
				switch {
				case strings.HasSuffix(w, "time") && slices.Contains(words, w), strings.HasSuffix(w, "inc") && slices.Contains(words, w),
					w == "byoyomi", w == "movestogo":
					t.Errorf("%s, go %q: a clock and no end: %+v", dialect, text, l)
				case i == 0 && !slices.Contains(words, w) && l.Mate == 0:
					t.Errorf("%s, go %q: begins with nonsense and has no end: %+v", dialect, text, l)
				}
			}
		}
	})
}
