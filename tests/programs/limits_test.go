package programs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// attempts is how often a time may be missed on a machine with other work before it counts.
const attempts = 5

// inTime reports whether what takes a time keeps the limit once.
func inTime(t *testing.T, limit time.Duration, job func() time.Duration) {
	t.Helper()
	var took []time.Duration
	for range attempts {
		d := job()
		if d <= limit {
			return
		}
		took = append(took, d.Round(time.Millisecond))
	}
	t.Errorf("takes %v, the limit is %v", took, limit)
}

// The move comes before the time is up, by every clock. Time for this move only is used.
func TestClocks(t *testing.T) {
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
		{"the shortest time for the move", "uci", "go movetime 1", "", 0, 20},
		{"an empty clock", "uci", "go wtime 1 btime 1", "", 0, 20},
		{"a clock below zero", "uci", "go wtime -50 btime 1000", "", 0, 20},
		{"a hit", "uci", "go ponder wtime 200 btime 200", "ponderhit", 0, 195},
		{"byoyomi alone", "usi", "go btime 0 wtime 0 byoyomi 200", "", 100, 195},
		{"a clock and byoyomi", "usi", "go btime 100 wtime 100 byoyomi 100", "", 0, 195},
		{"a clock without its increment", "usi", "go btime 200 wtime 200 binc 100 winc 100", "", 0, 195},
		{"an increment alone", "usi", "go btime 0 wtime 0 binc 300 winc 300", "", 0, 295},
		{"black has the first clock", "usi", "go btime 100 wtime 60000 byoyomi 0", "", 0, 95},
		{"early pondering", "usi", "go ponder", "ponderhit btime 200 wtime 200 byoyomi 0", 0, 195},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t)
			e.Greet(c.protocol)
			inTime(t, time.Duration(c.limit)*time.Millisecond, func() time.Duration {
				e.Answer(map[string]string{"uci": "ucinewgame", "usi": "usinewgame"}[c.protocol], "position startpos")
				began := time.Now()
				e.Send(c.command)
				if c.hit != "" {
					time.Sleep(20 * time.Millisecond)
					began = time.Now()
					e.Send(c.hit)
				}
				e.Until("bestmove")
				took := time.Since(began)
				if took < time.Duration(c.least)*time.Millisecond {
					t.Errorf("only %v of %d ms are used", took, c.limit)
				}
				return took
			})
		})
	}
}

// Answers that front ends wait for come at once.
func TestPromptness(t *testing.T) {
	t.Run("uci in a new process", func(t *testing.T) { handshakeInTime(t, "uci") })
	t.Run("usi in a new process", func(t *testing.T) { handshakeInTime(t, "usi") })
	e := start(t)
	for _, c := range []struct {
		name, before, command, answer string
		limit                         time.Duration
	}{
		{"stop", "go infinite", "stop", "bestmove", 50 * time.Millisecond},
		{"isready while thinking", "go infinite", "isready", "readyok", 50 * time.Millisecond},
		{"uci while thinking", "go infinite", "uci", "uciok", 50 * time.Millisecond},
		{"isready", "position startpos", "isready", "readyok", 20 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			inTime(t, c.limit, func() time.Duration {
				e.T = t
				e.Answer("stop", c.before)
				time.Sleep(10 * time.Millisecond)
				began := time.Now()
				e.Send(c.command)
				e.Until(c.answer)
				return time.Since(began)
			})
		})
	}
	e.T = t
	e.Answer("stop")
}

func handshakeInTime(t *testing.T, word string) {
	inTime(t, 200*time.Millisecond, func() time.Duration {
		began := time.Now()
		e := start(t)
		e.Greet(word)
		return time.Since(began)
	})
}

// A front end that is gone, or says quit, ends the process within a second, whatever it
// does.
func TestTheEndOfTheInput(t *testing.T) {
	for _, before := range []string{"isready", "go infinite", "go ponder wtime 100 btime 100", "usi\ngo mate infinite", "setoption name Threads value 8\ngo infinite"} {
		for _, quit := range []bool{false, true} {
			t.Run(fmt.Sprintf("%q, quit %v", before, quit), func(t *testing.T) {
				inTime(t, time.Second, func() time.Duration {
					cmd := exec.Command(nitoryu(t))
					in, err := cmd.StdinPipe()
					if err == nil {
						err = cmd.Start()
					}
					must.OK(t, err)
					fmt.Fprintln(in, before)
					time.Sleep(50 * time.Millisecond)
					began := time.Now()
					if quit {
						fmt.Fprintln(in, "quit")
					} else {
						_ = in.Close()
					}
					killer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
					defer killer.Stop()
					if err := cmd.Wait(); err != nil {
						t.Errorf("ends with %v", err)
					}
					return time.Since(began)
				})
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
