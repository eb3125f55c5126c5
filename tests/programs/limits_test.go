package programs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// speed is the number of nodes that count as a millisecond in TestClocks.
const speed = 1000

// The move comes before the time is up, by every clock, which is told by nodes where they count as time.
// Without that it comes by itself, too.
func TestClocks(t *testing.T) {
	nodes := regexp.MustCompile(` nodes (\d+) `)
	for _, c := range []struct {
		name, protocol, command, hit string
		least, limit                 int // ms
	}{
		{"one clock", "uci", "go wtime 300", "", 0, 295},
		{"the other clock is empty", "uci", "go wtime 300 btime 0", "", 0, 295},
		{"an increment", "uci", "go wtime 100 btime 100 winc 10 binc 10", "", 0, 95},
		{"the increment of the next move", "uci", "go wtime 60 btime 60 winc 1000 binc 1000", "", 0, 55},
		{"the last move of a time", "uci", "go wtime 200 btime 200 movestogo 1", "", 0, 195},
		{"a time for the move", "uci", "go movetime 100", "", 80, 100},
		{"the shortest time for the move", "uci", "go movetime 1", "", 0, 5},
		{"an empty clock", "uci", "go wtime 1 btime 1", "", 0, 5},
		{"a clock below zero", "uci", "go wtime -50 btime 1000", "", 0, 5},
		{"a hit", "uci", "go ponder wtime 200 btime 200", "ponderhit", 0, 0},
		{"byoyomi alone", "usi", "go btime 0 wtime 0 byoyomi 200", "", 100, 195},
		{"a clock and byoyomi", "usi", "go btime 100 wtime 100 byoyomi 100", "", 0, 195},
		{"a clock without its increment", "usi", "go btime 200 wtime 200 binc 100 winc 100", "", 0, 195},
		{"an increment alone", "usi", "go btime 0 wtime 0 binc 300 winc 300", "", 0, 295},
		{"black has the first clock", "usi", "go btime 100 wtime 60000 byoyomi 0", "", 0, 95},
		{"early pondering", "usi", "go ponder", "ponderhit btime 200 wtime 200 byoyomi 0", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t)
			e.Greet(c.protocol)
			move := func(pace int) (last string) {
				e.Answer(fmt.Sprintf("setoption name nodestime value %d", pace),
					map[string]string{"uci": "ucinewgame", "usi": "usinewgame"}[c.protocol], "position startpos")
				e.Send(c.command)
				if c.hit != "" {
					e.Answer() // it ponders meanwhile
					e.Send(c.hit)
				}
				before, _ := e.Until("bestmove")
				for _, line := range before {
					if nodes.MatchString(line) {
						last = line
					}
				}
				return last
			}
			move(0)
			if c.hit != "" {
				return // what was pondered costs nothing
			}
			found := nodes.FindStringSubmatch(move(speed))
			if found == nil {
				t.Fatal("no nodes are told")
			}
			if n, err := strconv.Atoi(found[1]); err != nil || n < c.least*speed || n > c.limit*speed {
				t.Errorf("%s nodes for %d to %d ms of %d", found[1], c.least, c.limit, speed)
			}
		})
	}
}

// Answers that front ends wait for come while the engine thinks.
func TestPromptness(t *testing.T) {
	for _, c := range []struct{ name, protocol, thinking, command, answer, end string }{
		{"isready", "uci", "go infinite", "isready", "readyok", "bestmove"},
		{"isready while pondering", "uci", "go ponder wtime 1000 btime 1000", "isready", "readyok", "bestmove"},
		{"uci", "uci", "go infinite", "uci", "uciok", "bestmove"},
		{"isready in shogi", "usi", "go infinite", "isready", "readyok", "bestmove"},
		{"isready while looking for a mate", "usi", "go mate infinite", "isready", "readyok", ""}, // a search for a mate may be over at any time
		{"usi", "usi", "go infinite", "usi", "usiok", "bestmove"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t)
			e.Greet(c.protocol)
			e.Answer("position startpos")
			e.Send(c.thinking)
			for range 3 {
				e.Send(c.command)
				before, _ := e.Until(c.answer)
				if c.end != "" && slices.ContainsFunc(before, func(line string) bool { return strings.HasPrefix(line, c.end) }) {
					t.Fatalf("the search ends before %s", c.answer)
				}
			}
			e.Send("stop")
			if c.end != "" {
				e.Until(c.end)
			}
		})
	}
}

// A front end that is gone, or says quit, ends the process, whatever it does.
func TestTheEndOfTheInput(t *testing.T) {
	for _, before := range []string{"isready", "go infinite", "go ponder wtime 100 btime 100", "usi\ngo mate infinite", "setoption name Threads value 8\ngo infinite"} {
		for _, quit := range []bool{false, true} {
			t.Run(fmt.Sprintf("%q, quit %v", before, quit), func(t *testing.T) {
				e := start(t)
				e.Answer(strings.Split(before, "\n")...)
				if quit {
					e.Send("quit")
				}
				must.OK(t, e.In.Close())
				e.EndWell()
			})
		}
	}
}

// oneMove is a book in Polyglot's format: e2e4 in the initial position.
const oneMove = "\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00"

// A file is found whatever its path is made of: blanks, letters of UTF-8, or bytes of an old
// encoding, as cutechess sends them.
func TestPaths(t *testing.T) {
	chessNet, shogiNet := read(t, "games/nets/chess.net"), read(t, "games/nets/shogi.net")
	const shogiBook = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f 8c8d 0 32 1\n"
	for _, option := range []struct {
		name, protocol, file, content string
		lines                         []string // FOLDER and FILE are replaced
		want                          string   // among the output; FOLDER is replaced
	}{
		{"a network", "uci", "x.net", chessNet, []string{"setoption name EvalFile value FOLDER/FILE", "go nodes 100"}, "bestmove"},
		{"a network of shogi", "usi", "nn.bin", shogiNet, []string{"setoption name EvalDir value FOLDER", "go nodes 100"}, "bestmove"},
		{"a book", "uci", "b.bin", oneMove, []string{"setoption name BookFile value FOLDER/FILE", "setoption name OwnBook value true", "go nodes 100"}, "book FILE, moves 1"},
		{"a book of shogi", "usi", "b.db", shogiBook, []string{"setoption name BookDir value FOLDER", "setoption name BookFile value FILE", "go nodes 100"}, "book FILE, moves 1"},
		{"endgame tables", "uci", "KQvK.txt", "", []string{"setoption name SyzygyPath value FOLDER"}, "no endgame tables in FOLDER"},
		{"a log", "uci", "old.log", "", []string{"setoption name Debug Log File value FOLDER/new.log"}, ""},
		{"a log of shogi", "usi", "old.log", "", []string{"setoption name DebugLogFile value FOLDER/new.log"}, ""},
	} {
		for _, name := range []string{"a name", "Échecs à deux", "将棋  二刀流", "\xc9checs", "value x"} {
			t.Run(fmt.Sprintf("%s, %q", option.name, name), func(t *testing.T) {
				t.Parallel()
				folder, file := filepath.Join(t.TempDir(), name), name+" "+option.file
				if option.file == "nn.bin" { // the only name that EvalDir alone knows
					file = option.file
				}
				err := os.Mkdir(folder, 0o777)
				if err == nil {
					err = os.WriteFile(filepath.Join(folder, file), []byte(option.content), 0o666)
				}
				if err != nil {
					if errors.Is(err, os.ErrInvalid) || runtime.GOOS != "linux" {
						t.Skip("this system has no such name")
					}
					t.Fatal(err)
				}
				names := strings.NewReplacer("FOLDER", folder, "FILE", file)
				e := start(t)
				e.Greet(option.protocol)
				var said []string
				for _, line := range option.lines {
					e.Send(names.Replace(line))
					if strings.HasPrefix(line, "go ") {
						before, best := e.Until("bestmove")
						said = append(append(said, before...), best)
						continue
					}
					said = append(said, e.Answer()...)
				}
				all := strings.Join(said, "\n")
				want := strings.ToValidUTF8(names.Replace(option.want), "?")
				if strings.Contains(all, "ERROR") || !strings.Contains(all, want) {
					t.Errorf("no %q in\n%s", want, all)
				}
				if strings.HasSuffix(option.file, ".log") {
					log, err := os.ReadFile(filepath.Join(folder, "new.log"))
					if err != nil || !strings.Contains(string(log), ">> isready") {
						t.Errorf("log %q, error %v", log, err)
					}
				}
			})
		}
	}
}

// A table that is too large is refused in a line, and the engine plays on with the old one.
func TestTooLargeATable(t *testing.T) {
	e := start(t)
	said := strings.Join(e.Answer("setoption name Hash value 33554432"), "\n")
	if !strings.Contains(said, "info string ERROR") || !strings.Contains(said, "keeping 16 MiB") {
		t.Errorf("%q", said)
	}
	e.Send("position startpos", "go depth 4")
	if _, best := e.Until("bestmove"); best == "bestmove (none)" {
		t.Error(best)
	}
}

// Tables that are replaced again and again leave nothing behind.
func TestResizedTables(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is read from /proc")
	}
	e := start(t)
	resident := func() int {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.Cmd.Process.Pid))
		must.OK(t, err)
		_, rest, _ := strings.Cut(string(status), "VmRSS:")
		n, err := strconv.Atoi(strings.Fields(rest)[0])
		must.OK(t, err)
		return n >> 10
	}
	resize := func() {
		for _, size := range []string{"64", "1"} {
			e.Answer("setoption name Hash value "+size, "position startpos", "go depth 1")
		}
	}
	resize()
	before := resident()
	for range 25 {
		resize()
	}
	if after := resident(); after > before+60 {
		t.Errorf("%d MiB after 50 more tables, %d before", after, before)
	}
}
