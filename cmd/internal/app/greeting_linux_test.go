package app

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/checkup"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// terminal opens a pseudo-terminal: what is written to keyboard is typed at tty.
func terminal(t *testing.T) (keyboard, tty *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals to be had: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	fd := int(keyboard.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no terminals to be had: ", err)
	}
	t.Cleanup(func() { tty.Close() })
	return keyboard, tty
}

// At a terminal, the engine says in one line what it is and what to type. In a pipe it
// prints nothing unasked.
func TestGreeting(t *testing.T) {
	keyboard, tty := terminal(t)
	if _, err := keyboard.WriteString("quit\n"); err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	must.OK(t, run(nil, cli.Streams{In: tty, Out: &out, Err: &log}))
	if text := log.String(); !strings.HasPrefix(text, "Nitoryu "+cli.Version) || !strings.Contains(text, "Type help, or go depth 16.") ||
		strings.Count(text, "\n") != 1 || len(text) > 81 || out.Len() > 0 {
		t.Errorf("at a terminal: %q and %q", log.String(), out.String())
	}

	log.Reset()
	must.OK(t, run(nil, cli.Streams{In: strings.NewReader("quit\n"), Out: &out, Err: &log}))
	if out.Len()+log.Len() > 0 {
		t.Errorf("in a pipe: %q and %q", log.String(), out.String())
	}
}

// screen returns what a terminal of the given width shows when lines are typed at the engine,
// each once the one before is answered, which ends with the text behind it.
func screen(t *testing.T, columns uint16, lines ...[2]string) string {
	t.Helper()
	keyboard, tty := terminal(t)
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}); err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() { done <- run(nil, cli.Streams{In: tty, Out: tty, Err: io.Discard}) }()
	var shown strings.Builder
	buffer := make([]byte, 4096)
	for _, line := range append(lines, [2]string{"quit"}) {
		if _, err := keyboard.WriteString(line[0] + "\n"); err != nil {
			t.Fatal(err)
		}
		from := shown.Len()
		for line[1] != "" && !strings.Contains(shown.String()[from:], line[1]) {
			if err := keyboard.SetReadDeadline(time.Now().Add(must.Patience)); err != nil {
				t.Skip(err)
			}
			n, err := keyboard.Read(buffer)
			shown.Write(buffer[:n])
			if err != nil {
				t.Fatalf("%v after %q, the terminal shows\n%s", err, line[0], shown.String())
			}
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(shown.String(), "\r\n", "\n")
}

// A person at a terminal reads columns that fit it, with the moves as people write them,
// and after the handshake what front ends read.
func TestPersonAtTheTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("LC_ALL", "C.UTF-8")
	chess := [2]string{"go depth 6", "best move"}
	for _, c := range []struct {
		name, noColor string
		columns       uint16
		lines         [][2]string
		has, hasNot   []string
	}{
		{"chess", "", 70, [][2]string{chess}, []string{"   1/1     +", "%", "\x1b[1mbest move: "}, []string{"info", "bestmove"}},
		{"without colours", "1", 70, [][2]string{chess}, []string{"nodes/s  line\n", "\nbest move: "}, []string{"\x1b"}},
		{"shogi", "1", 70, [][2]string{{"shogi", ""}, chess}, []string{"▲", "best move: ▲"}, []string{"info", "bestmove"}},
		{"a terminal of 40 columns", "1", 40, [][2]string{chess}, []string{"   6/"}, []string{"line"}},
		{"a mated king", "1", 70, [][2]string{{"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ""}, {"go", "no move"}}, []string{"the game is over by checkmate\n"}, []string{"info"}},
		{"a front end", "1", 70, [][2]string{{"uci", "uciok"}, {"go depth 3", "bestmove "}}, []string{"info depth 3 ", " pv "}, []string{"best move", "nodes/s"}},
		{"a misspelt command", "1", 70, [][2]string{{"og depth 3", "mean"}}, []string{`"og depth 3"; did you mean "go"?`}, []string{"info string"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("NO_COLOR", c.noColor)
			text := screen(t, c.columns, c.lines...)
			must.Has(t, text, c.has...)
			for _, bad := range c.hasNot {
				if strings.Contains(text, bad) {
					t.Errorf("%q in\n%s", bad, text)
				}
			}
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "  ") && cli.Columns(strings.TrimSuffix(line, "\n")) > int(c.columns) {
					t.Errorf("the line is too wide: %s", line)
				}
			}
		})
	}
}

// A report fits the terminal, and stands out only where the user wants colours.
func TestReportAtTheTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, c := range []struct{ name, noColor, want string }{
		{"colours", "", "\x1b[1mWhat to change\x1b[0m\n  \x1b[33mmore memory\x1b[0m\n"},
		{"no colours", "1", "What to change\n  more memory\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("NO_COLOR", c.noColor)
			keyboard, tty := terminal(t)
			if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 30}); err != nil {
				t.Skip(err)
			}
			r := checkup.Report{Version: strings.Repeat("long ", 20), Advice: []string{"more memory"}}
			must.OK(t, report(&r, false, cli.Streams{Out: tty}))
			shown := ""
			for buffer := make([]byte, 4096); !strings.Contains(shown, "more memory"); {
				n, err := keyboard.Read(buffer)
				must.OK(t, err)
				shown += strings.ReplaceAll(string(buffer[:n]), "\r\n", "\n")
			}
			must.Has(t, shown, c.want)
			for line := range strings.Lines(shown) {
				if !strings.Contains(line, "\x1b") && len(line) > 31 {
					t.Errorf("too wide: %s", line)
				}
			}
		})
	}
}

// Only who types and reads at a terminal is a person.
func TestNobodyAtTheTerminal(t *testing.T) {
	_, tty := terminal(t)
	for _, c := range []struct {
		name string
		s    cli.Streams
		want bool
	}{
		{"both", cli.Streams{In: tty, Out: tty}, true},
		{"input from a pipe", cli.Streams{In: strings.NewReader(""), Out: tty}, false},
		{"output to a pipe", cli.Streams{In: tty, Out: io.Discard}, false},
	} {
		if got := newPerson(c.s) != nil; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A report without a line has no score.
func TestRowWithoutMoves(t *testing.T) {
	p := games.Chess().Start(core.Settings{})
	for _, c := range []struct {
		name string
		line nitoryu.Line
		want string
	}{
		{"counts", nitoryu.Line{Depth: 3, SelDepth: 4, Score: 50, Nodes: 2000, Elapsed: time.Second}, "    3/4                    1.00 s      2000      2000  "},
		{"thousands", nitoryu.Line{Depth: 3, SelDepth: 4, Nodes: 45_678, Elapsed: time.Second}, "    3/4                    1.00 s    45.7 k    45.7 k  "},
		{"a mate", nitoryu.Line{Depth: 3, SelDepth: 4, Score: nitoryu.Score(core.WinIn(3)), Chances: nitoryu.Chances{Win: 1000}, Moves: []nitoryu.Move{"e2e4"}, Nodes: 2000, Elapsed: time.Second},
			"    3/4    mate 2  100%    1.00 s      2000      2000  "},
	} {
		if got := (table{mode: modeOf(p), moves: record.Protocol, fields: dialogueFields(), mover: true}).row(p, c.line, 1).columns; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// shown returns what a terminal of that size shows when a subcommand runs at it and lines
// are typed, each once the text behind it has come.
func shown(t *testing.T, columns, rows uint16, args []string, lines ...[2]string) string {
	t.Helper()
	keyboard, tty := terminal(t)
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns}); err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() { done <- run(args, cli.Streams{In: tty, Out: tty, Err: io.Discard}) }()
	chunks := make(chan string) // a read cannot be given up, so another goroutine waits for it
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := keyboard.Read(buffer)
			if err != nil {
				return
			}
			chunks <- string(buffer[:n])
		}
	}()
	var text strings.Builder
	from := 0
	for _, line := range lines {
		for !strings.Contains(text.String()[from:], line[0]) {
			select {
			case chunk := <-chunks:
				text.WriteString(chunk)
			case <-time.After(must.Patience):
				t.Fatalf("no %q, the terminal shows\n%s", line[0], text.String())
			}
		}
		from = text.Len()
		if _, err := keyboard.WriteString(line[1]); err != nil {
			t.Fatal(err)
		}
	}
	for {
		select {
		case chunk := <-chunks:
			text.WriteString(chunk)
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return strings.ReplaceAll(text.String(), "\r\n", "\n")
		case <-time.After(must.Patience):
			t.Fatalf("it does not end, the terminal shows\n%s", text.String())
		}
	}
}

// A board in colours, or without as NO_COLOR asks, and lines that fit the terminal.
func TestPlayAndAnalyseAtTheTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	play := []string{"play", "--level", "beginner", "--nodes", "200", "--seed", "1"}
	analysis := []string{"analyse", "--depth", "5", "--threads", "1"}
	for _, c := range []struct {
		name, noColor, locale string
		columns, rows         uint16
		args                  []string
		lines                 [][2]string
		has, hasNot           []string
	}{
		{"chess in colours", "", "C.UTF-8", 80, 24, play, [][2]string{{"White> ", "e4\n"}, {"White> ", "quit\n"}, {"Save the game as", "\n"}},
			[]string{"\x1b[38;5;16;48;5;180m ♜ \x1b[0m", "You play 1. e4\n", "Black plays 1... "}, nil},
		{"chess without colours", "1", "C.UTF-8", 60, 20, play, [][2]string{{"White> ", "help\n"}, {"White> ", "quit\n"}},
			[]string{"8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n7  ♟\ufe0e ♟\ufe0e"}, []string{"\x1b"}},
		{"chess in letters", "1", "C", 60, 20, play, [][2]string{{"White> ", "quit\n"}}, []string{"8  r n b q k b n r\n"}, []string{"\x1b"}},
		{"shogi in kanji", "1", "C.UTF-8", 60, 20, append(play[:len(play):len(play)], "shogi"), [][2]string{{"先手> ", "７六歩\n"}, {"先手> ", "quit\n"}, {"Save the game as", "\n"}},
			[]string{"|v香v桂v銀v金v玉v金v銀v桂v香|一\n", "You play 1. ▲７六歩\n", "後手 plays 2. △"}, []string{"\x1b"}},
		{"shogi in letters", "1", "C", 60, 20, append(play[:len(play):len(play)], "shogi"), [][2]string{{"Sente> ", "quit\n"}}, []string{"|  l  n  s"}, []string{"\x1b"}},
		{"shogi in Japanese", "1", "ja_JP.UTF-8", 60, 20, append(play[:len(play):len(play)], "shogi", "--handicap", "rook"),
			[][2]string{{"下手> ", "７六歩\n"}, {"下手> ", "投了\n"}, {"（終局）> ", "終了\n"}, {"棋譜の保存先", "\n"}},
			[]string{"上手：1手目 △", "あなた：2手目 ▲７六歩\n", "下手の投了。まで3手で上手の勝ちです。\n"}, []string{" plays ", "\x1b"}},
		{"chess in a Japanese locale", "1", "ja_JP.UTF-8", 60, 20, play, [][2]string{{"White> ", "quit\n"}}, []string{"You are White against"}, nil},
		{"an analysis in Japanese", "1", "ja_JP.UTF-8", 80, 24, append(analysis[:len(analysis):len(analysis)], "--game", "shogi"), [][2]string{{"最善手：", ""}},
			[]string{"先手番、合法手 30、評価値は先手から見た値です\n", "   深さ    評価値   勝分敗      時間  ノード数  読み筋", "、予想される応手：△"}, []string{"move", "scores"}},
		{"a clock", "1", "C", 60, 20, append(play[:len(play):len(play)], "--clock", "5m"), [][2]string{{"White 5:00> ", "quit\n"}}, nil, nil},
		{"an analysis in colours", "", "C.UTF-8", 80, 24, append(analysis[:len(analysis):len(analysis)], "7k/8/8/8/8/8/r7/7K w - - 0 1"), [][2]string{{"best move: ", ""}},
			[]string{"♜", "scores are for White", "  depth     score    w/d/l      time     nodes  line", "\x1b[31m", "\x1b[1mbest move: "}, nil},
		{"an analysis without colours", "1", "C.UTF-8", 60, 20, analysis, [][2]string{{"best move: ", ""}},
			[]string{"8  ♜ ♞", "  depth     score    w/d/l  line", "\nbest move: ", "\nline: "}, []string{"\x1b[3", "\x1b[1m", "\x1b[2m"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("NO_COLOR", c.noColor)
			t.Setenv("LC_ALL", c.locale)
			got := shown(t, c.columns, c.rows, c.args, c.lines...)
			must.Has(t, got, c.has...)
			for _, never := range c.hasNot {
				if strings.Contains(strings.ReplaceAll(got, "\r\x1b[K", ""), never) { // of the line that is typed
					t.Errorf("%q in\n%q", never, got)
				}
			}
			if c.noColor == "" {
				return // escape sequences take no columns
			}
			for line := range strings.Lines(got) {
				line = strings.NewReplacer(eraseLine, "", eraseBelow, "").Replace(strings.TrimSuffix(line, "\n"))
				if at := strings.LastIndexByte(line, '\r'); at >= 0 {
					line = line[at+1:]
				}
				if cli.Columns(line) > int(c.columns) && !strings.Contains(line, "/8/") && !strings.HasPrefix(line, "chess: ") {
					t.Errorf("%d columns: %q", cli.Columns(line), line)
				}
			}
		})
	}
}

// Ctrl-C ends a search and not the program, which the next one ends; arrows edit the line and
// bring the ones before back.
func TestKeysAtTheTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	const utf8 = "C.UTF-8"
	const ctrlC, up, home, left = "\x03", "\x1b[A", "\x1b[H", "\x1b[D"
	play := []string{"play", "--level", "20", "--time", "1h", "--threads", "1"}
	for _, c := range []struct {
		name, term, locale string
		args               []string
		lines              [][2]string
		has                []string
	}{
		{"a search", "xterm", utf8, nil, [][2]string{{"", "isready\n"}, {"readyok", "go infinite\n"}, {" k ", ctrlC}, {"best move: ", ctrlC}}, []string{"best move: "}},
		{"a line is taken back", "xterm", utf8, nil, [][2]string{{"", "isready\n"}, {"readyok", "xyz"}, {"xyz", ctrlC}, {"^C", "exit\n"}}, []string{"xyz^C\n"}},
		{"history", "xterm", utf8, nil, [][2]string{{"", "o depth 3\n"}, {"unknown", up}, {"o depth 3", home + "gg" + left + left + "\x1b[3~\n"}, {"best move: ", "quit\n"}}, []string{"best move: "}},
		{"Japanese", "xterm", "ja_JP.UTF-8", nil, [][2]string{{"", "shogi\n"}, {"", "d\n"}, {"合法手：30", "go depth 4\n"}, {"最善手：", "eval\n"}, {"手番側、期待勝率", "help\n"}, {"指された", "quit\n"}}, []string{"|v香v桂v銀v金v玉v金v銀v桂v香|一\n", "   深さ    評価値  勝率      時間  ノード数      毎秒  読み筋\n"}},
		{"the end of the input", "xterm", utf8, nil, [][2]string{{"", "isready\n"}, {"readyok", "\x04"}}, nil},
		{"a move", "xterm", utf8, play, [][2]string{{"White> ", "e4\n"}, {"You play", ctrlC}, {"Black plays", ctrlC}, {"once more", ctrlC}, {"Save the game as", "\n"}},
			[]string{"Black plays 1... ", "Ctrl-C once more leaves the game, as quit does.\n"}},
		{"the clock", "xterm", utf8, append(play[:len(play):len(play)], "--clock", "10s", "--byoyomi", "9s"), [][2]string{{"White 0:10 (byoyomi 9s)> ", ""}, {"White 0:09 (byoyomi 9s)> ", "quit\n"}}, nil},
		{"a terminal without escape sequences", "dumb", utf8, play, [][2]string{{"White> ", "quit\n"}}, nil},
		{"the same of protocols", "dumb", utf8, nil, [][2]string{{"", "go depth 3\n"}, {"best move: ", "exit\n"}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TERM", c.term)
			t.Setenv("LC_ALL", c.locale)
			got := strings.ReplaceAll(shown(t, 80, 24, c.args, c.lines...), "\r\x1b[K", "")
			must.Has(t, got, c.has...)
		})
	}
}

// From a handshake on it is a program that types, and the system edits lines again.
func TestTerminalIsGivenBack(t *testing.T) {
	t.Setenv("TERM", "xterm")
	keyboard, tty := terminal(t)
	before, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() { done <- run(nil, cli.Streams{In: tty, Out: tty, Err: io.Discard}) }()
	if _, err := keyboard.WriteString("uci\n"); err != nil {
		t.Fatal(err)
	}
	text := ""
	for buffer := make([]byte, 4096); !strings.Contains(text, "uciok\r\n"); {
		n, err := keyboard.Read(buffer)
		must.OK(t, err)
		text += string(buffer[:n])
	}
	now, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil || now.Lflag != before.Lflag || now.Oflag != before.Oflag || now.Iflag != before.Iflag {
		t.Errorf("%v: the terminal is %+v, was %+v", err, now, before)
	}
	if _, err := keyboard.WriteString("isready\nquit\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
