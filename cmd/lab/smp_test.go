package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// fakeVariable makes the test binary an engine.
const fakeVariable = "NITORYU_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(asLab) != "" {
		main()
		return
	}
	if os.Getenv(fakeVariable) != "" {
		if len(os.Args) > 1 {
			os.Exit(fakeProgram(os.Args[1:]))
		}
		fakeEngine()
		return
	}
	os.Exit(m.Run())
}

// fakeEngine is an engine that always plays the same move, at once or after the time for the
// move.
func fakeEngine() {
	move, held := "a2a3", false
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "uci", "usi":
			if word == "usi" {
				move = "9g9f"
			}
			fmt.Printf("option name Threads type spin default 1 min 1 max 8\noption name Hash type spin default 1 min 1 max 999\n%sok\n", word)
		case "isready":
			fmt.Println("readyok")
		case "go":
			if held = rest == "infinite"; held {
				continue
			}
			if depth, ok := strings.CutPrefix(rest, "perft "); ok {
				fmt.Println("Nodes searched:", map[string]int{"6": 119_060_324, "5": 193_690_690}[depth]) // of chess
				continue
			}
			var ms int
			if _, err := fmt.Sscanf(rest, "movetime %d", &ms); err == nil {
				time.Sleep(time.Duration(ms) * time.Millisecond)
			}
			fmt.Printf("info depth 3 score cp 0 nodes 500 pv %s\nbestmove %[1]s\n", move)
		case "stop":
			if held {
				fmt.Println("bestmove", move)
			}
			held = false
		case "quit":
			return
		}
	}
}

const smpPage = "# Threads\n<!-- measured chess -->\n<!-- end -->\n<!-- measured shogi -->\n<!-- end -->\n" +
	"<!-- measured latency -->\n<!-- end -->\n<!-- measured contention -->\nits own\n<!-- end -->\n"

// A run is measured, continued, shown again and written into the page, of which the rest is
// kept.
func TestSMP(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	dir := t.TempDir()
	page, data, journal := filepath.Join(dir, "threads.md"), filepath.Join(dir, "o.json"), filepath.Join(dir, "journal")
	if err := os.WriteFile(page, []byte(smpPage), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"smp", "--engine", "name=Fake", "--each", "cmd=" + os.Args[0], "--number", "2", "--seconds", "0.005", "--threads", "2",
		"--runs", "1", "--journal", journal, "--docs", page, "--json", data}
	out, log, err := call(t, append(args, "--only", "scaling")...)
	if err != nil || !regexp.MustCompile(`(?m)^Fake +2 +\S+ +\d`).MatchString(out) || strings.Contains(out, "after stop") {
		t.Fatalf("error %v, printed\n%s%s", err, out, log)
	}
	lines := func() int {
		text, _ := os.ReadFile(journal)
		return strings.Count(string(text), "\n")
	}
	if n := lines(); n != 2+2+4+1 {
		t.Errorf("the journal has %d lines", n)
	}
	out, log, err = call(t, append(args, "--searches", "20", "--latency-threads", "1,2,64")...)
	if err == nil || !strings.Contains(err.Error(), "within 1 to 8") || !strings.Contains(log, "no option for the move overhead") {
		t.Errorf("error %v, printed\n%s%s", err, out, log) // the fake has no more than 8 threads
	}
	if n := lines(); n != 2+2+4+1+2 {
		t.Errorf("the journal has %d lines", n)
	}
	written, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"(threads-chess.svg)", "| Fake | 2 |", "(threads-latency.svg)", "| after go movetime | 2 | 20 |", "\nits own\n"} {
		if !strings.Contains(string(written), want) {
			t.Errorf("the page lacks %q:\n%s", want, written)
		}
	}
	for _, picture := range []string{"threads-chess.svg", "threads-latency.svg"} {
		if text, err := os.ReadFile(filepath.Join(dir, picture)); err != nil || !strings.Contains(string(text), "</svg>") {
			t.Errorf("error %v, the picture is %s", err, text)
		}
	}
	if text, err := os.ReadFile(data); err != nil || !strings.Contains(string(text), `"speed_ratio"`) {
		t.Errorf("error %v, the data is %s", err, text)
	}
	if again, _, err := call(t, "smp", "--print", "--journal", journal, "--docs", page); err != nil || again != out {
		t.Errorf("error %v, printed\n%s, want\n%s", err, again, out)
	}
	if now, _ := os.ReadFile(page); string(now) != string(written) {
		t.Errorf("printed again, the page is\n%s", now)
	}
	if _, _, err := call(t, append(args, "--hash", "32")...); err == nil || !strings.Contains(err.Error(), "hash is 64, wanted is 32") {
		t.Errorf("another run continues the journal: error %v", err)
	}
	if _, log, err := call(t, "smp", "--game", "shogi", "--engine", "cmd="+os.Args[0]+" name=Fake", "--number", "1", "--seconds", "0.005",
		"--threads", "1", "--runs", "1", "--only", "scaling", "--docs", page); err != nil {
		t.Fatal(err, log)
	}
	chess, _, _ := strings.Cut(string(written), "<!-- measured shogi -->")
	if now, _ := os.ReadFile(page); !strings.HasPrefix(string(now), chess) || !strings.Contains(string(now), "1 position of shogi") {
		t.Errorf("after shogi, the page is\n%s", now)
	}
}

func TestBadSMP(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.md")
	if err := os.WriteFile(empty, []byte("# Title\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	engine := []string{"--number", "1", "--engine", "cmd=" + os.Args[0]}
	with := func(args ...string) []string { return append(engine[:len(engine):len(engine)], args...) }
	tests := []struct {
		name, want string
		args       []string
	}{
		{"a stray word", `"x" is one word too many`, with("x")},
		{"no engine", "no engine", nil},
		{"our engine in this process", "through pipes", []string{"--engine", "self"}},
		{"an engine with limits", "--seconds", []string{"--engine", "cmd=x nodes=5"}},
		{"an engine that ponders", "ponders", []string{"--engine", "cmd=x ponder"}},
		{"an engine with threads of its own", "set by --threads", []string{"--engine", "cmd=x option.threads=3"}},
		{"an engine with a table of its own", "set by --hash", []string{"--engine", "cmd=x option.USI_Hash=3"}},
		{"a program that does not exist", "cannot start", []string{"--number", "1", "--engine", "cmd=" + dir + "/none"}},
		{"an unknown game", "no game", with("--game", "go")},
		{"an unknown part", `no part "speed"`, with("--only", "speed")},
		{"no runs", "--runs", with("--runs", "0")},
		{"no threads", "is not a whole number above 0", with("--threads", "0")},
		{"bad threads", `"two" is not a whole number`, with("--latency-threads", "1,two")},
		{"no positions", "--number", with("--number", "0")},
		{"no time", "too short", with("--seconds", "0")},
		{"positions that are not there", "no such file", with("--positions", dir+"/none")},
		{"positions that are none", "empty.md", with("--positions", empty)},
		{"a page without a place", "no measured part", with("--docs", empty)},
		{"a page that is not there", "missing.md", with("--docs", dir+"/missing.md")},
		{"print without a journal", "it needs --journal FILE", []string{"--print"}},
		{"print what is not there", "no such file", []string{"--print", "--journal", dir + "/none"}},
		{"another file", "no journal", with("--journal", empty)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if out, _, err := call(t, append([]string{"smp"}, test.args...)...); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q; printed %s", err, test.want, out)
			}
		})
	}
	if now, _ := os.ReadFile(empty); string(now) != "# Title\n" {
		t.Errorf("another file is now %q", now)
	}
}

func TestThreadCounts(t *testing.T) {
	if list, err := wholeNumbers("--threads", "1,8, 2,1"); err != nil || fmt.Sprint(list) != "[1 2 8]" {
		t.Errorf("%v, error %v", list, err)
	}
	for n, want := range map[int]string{1: "1", 2: "1,2", 12: "1,2,4,8", 16: "1,2,4,8,16"} {
		if got := powersOfTwo(n); got != want {
			t.Errorf("%d processors: %q, want %q", n, got, want)
		}
	}
}

// Enough positions are found, each once, and always the same.
func TestSMPPositions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "positions")
	if err := os.WriteFile(file, []byte("startpos moves e2e4\nmoves e2e4\nstartpos moves d2d4\nstartpos\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		game  games.Game
		flags smpFlags
		want  int
	}{
		{"bench positions", games.Chess, smpFlags{number: 5}, 5},
		{"chess", games.Chess, smpFlags{number: 23}, 23},
		{"shogi", games.Shogi, smpFlags{number: 17}, 17},
		{"a file", games.Chess, smpFlags{positions: file}, 3},
		{"a part of a file", games.Chess, smpFlags{positions: file, number: 2}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list, err := test.flags.positionsOf(test.game)
			again, _ := test.flags.positionsOf(test.game)
			if err != nil || len(list) != test.want || fmt.Sprint(again) != fmt.Sprint(list) {
				t.Fatalf("%d positions, error %v", len(list), err)
			}
			seen := map[uint64]bool{}
			for _, text := range list {
				p, err := test.game.Parse(text, core.Settings{})
				if err != nil || seen[p.Key()] {
					t.Fatalf("%q: error %v, or it stands twice", text, err)
				}
				seen[p.Key()] = true
			}
		})
	}
}
