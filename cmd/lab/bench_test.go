package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Our engine in this process and in another are measured in both games.
func TestBench(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bench.json")
	t.Setenv(ownVariable, "yes")
	out, log := done(t, "bench", "--game", "chess,shogi", "--measure", "speed, time,latency,nodes", "--engine", "cmd="+os.Args[0]+" name=Binary", "--engine", "self name=Self",
		"--number", "2", "--runs", "1", "--time", "10ms", "--depth", "5", "--threads", "1,2", "--searches", "2", "--hash", "4", "--json", file)
	for _, want := range []string{
		`(?m)^engine +threads +n/s +depth +by first +by 1$`, `(?m)^Binary +2 +\d\S+ +\d\S+ +\d`, `(?m)^Self +1 +\d`, `(?m)^stop +Binary +2 +2 +\S+`, `(?m)^shogi, nodes: `,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %q in\n%s%s", want, out, log)
		}
	}
	var report struct {
		Tables []struct {
			Game, Measure string
			Rows          []map[string]any
		}
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	if err != nil || len(report.Tables) != 8 {
		t.Fatalf("error %v, %d tables", err, len(report.Tables))
	}
	// One thread searches the same tree, in whatever process.
	if nodes := report.Tables[3]; nodes.Game != "chess" || nodes.Measure != "nodes" || nodes.Rows[0]["nodes"] != nodes.Rows[2]["nodes"] {
		t.Errorf("the nodes are %v", nodes)
	}
}

// Techniques are switched off alone, and together in the plain search; matches do the same.
func TestWithout(t *testing.T) {
	out, log, err := call(t, "bench", "--without", "killer, plain", "--measure", "nodes", "--number", "3", "--runs", "1", "--depth", "5")
	if err != nil || !regexp.MustCompile(`(?m)^without killer moves +1 +\d.*\)$`).MatchString(out) || !regexp.MustCompile(`(?m)^plain alpha-beta +1 `).MatchString(out) || strings.Count(out, "\n") != 8 {
		t.Errorf("error %v, printed\n%s%s", err, out, log)
	}
	out, log, err = call(t, "arena", "--engine", "self", "--without", "killer,null move pruning", "--each", "nodes=20", "--rounds", "1")
	if err != nil || !regexp.MustCompile(`(?m)^\d +without killer moves +2 `).MatchString(out) || !regexp.MustCompile(`(?m)^\d +Nitoryu +4 `).MatchString(out) {
		t.Errorf("error %v, printed\n%s%s", err, out, log)
	}
	techniques := 0
	for _, r := range params.Rows() {
		if r.Technique != "" && r.Shogi != r.Off {
			techniques++
		}
	}
	list, err := without("self LMRBase=500", "", games.Shogi(), "all")
	if err != nil || len(list) != techniques+1 {
		t.Fatalf("%d engines, want %d, error %v", len(list), techniques+1, err)
	}
	for _, text := range list {
		e, err := parseEngine(text, "")
		must.OK(t, err)
		set, _, err := e.ours(games.Shogi())
		if err != nil || set.LMRBase != 500 || *set == *games.Shogi().Params() {
			t.Errorf("%q: error %v", text, err)
		}
		if e.Name == plainSearch && (set.Quiescence == 0 || set.NullMoveDepth < core.MaxPly || set.Killers != 0) {
			t.Errorf("%q: %+v", text, set)
		}
	}
}

// Ctrl-C shows what was measured.
func TestBenchInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	// A busy machine needs longer to measure anything at all.
	for wait := time.Second; ; wait *= 4 {
		out, log, err := interrupted(t, wait)
		if err == nil || !strings.Contains(out, "was interrupted") {
			t.Fatalf("error %v, printed\n%s%s", err, out, log)
		}
		if regexp.MustCompile(`(?m)^Nitoryu +1 +\d`).MatchString(out) {
			return
		}
		if wait > time.Minute {
			t.Fatalf("nothing was measured in %v:\n%s%s", wait, out, log)
		}
	}
}

// interrupted runs a long lab bench, interrupts it some time after it has begun, and returns what it printed.
func interrupted(t *testing.T, wait time.Duration) (out, log string, err error) {
	lab := exec.Command(os.Args[0], "bench", "--time", "1ms", "--runs", "1000000")
	lab.Env = append(os.Environ(), asLab+"=1")
	var printed strings.Builder
	lab.Stdout = &printed
	pipe, err := lab.StderrPipe()
	must.OK(t, err)
	must.OK(t, lab.Start())
	progress := bufio.NewReader(pipe)
	if _, err := progress.ReadString('\n'); err != nil { // it has begun
		t.Fatal(err)
	}
	time.AfterFunc(wait, func() { _ = lab.Process.Signal(os.Interrupt) })
	rest, _ := io.ReadAll(progress)
	err = lab.Wait()
	return printed.String(), string(rest), err
}

// A program counts moves, and a wrong count is named.
func TestBenchPerft(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	out, log, err := call(t, "bench", "--measure", "perft", "--engine", "cmd="+os.Args[0]+" name=Fake", "--runs", "2")
	if err != nil || !regexp.MustCompile(`(?m)^initial position, 6 plies +Fake +1 +\d`).MatchString(out) ||
		strings.Count(out, "it counts 119060324 leaves of Kiwipete, 5 plies, not 193690690") != 1 {
		t.Errorf("error %v, printed\n%s%s", err, out, log)
	}
}

func TestBadBench(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	write(t, empty, "# Title\n")
	for _, test := range []struct {
		name, want string
		args       []string
	}{
		{"a stray word", `"x" is one word too many`, []string{"x"}},
		{"an engine with limits", "see --time", []string{"--engine", "cmd=x nodes=5"}},
		{"an engine that ponders", "for matches", []string{"--engine", "cmd=x ponder"}},
		{"an engine with threads of its own", "set by --threads", []string{"--engine", "cmd=x option.threads=3"}},
		{"a program that does not exist", "cannot start", []string{"--engine", "cmd=" + dir + "/none"}},
		{"more threads than it can have", "within 1 to 8", []string{"--engine", "cmd=" + os.Args[0], "--threads", "9"}},
		{"two of a name", "two engines", []string{"--engine", "cmd=x name=A", "--engine", "self name=A", "--engine", `self "name=A (2)"`}},
		{"an unknown game", "no game", []string{"--game", "chess,go"}},
		{"an unknown measure", `no measure "moon"`, []string{"--measure", "moon"}},
		{"a program simulated", "give self", []string{"--engine", "cmd=x", "--simulate", "2"}},
		{"no threads", "is not a whole number above 0", []string{"--threads", "0"}},
		{"bad simulated threads", `"two" is not a whole number`, []string{"--simulate", "2,two"}},
		{"too few positions", "--number", []string{"--number", "-1"}},
		{"positions that are not there", "no such file", []string{"--positions", dir + "/none"}},
		{"positions that are none", "empty", []string{"--positions", empty}},
		{"a misspelt technique", `no technique is called "nul move pruning"; did you mean "null move pruning"?`, []string{"--without", "nul move pruning"}},
		{"a program without a technique", "only self", []string{"--engine", "cmd=x", "--without", "all"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, test.want, append([]string{"bench"}, test.args...)...)
		})
	}
}

func TestWholeNumbers(t *testing.T) {
	if list, err := wholeNumbers("--threads", "1,8, 2,1"); err != nil || !slices.Equal(list, []int{1, 2, 8}) {
		t.Errorf("%v, error %v", list, err)
	}
}

// Enough positions are found, and always the same.
func TestBenchPositions(t *testing.T) {
	file := textFile(t, "positions", "startpos moves e2e4\nstartpos moves d2d4\nstartpos\n")
	for _, test := range []struct {
		name  string
		game  games.Game
		flags benchFlags
		want  int
	}{
		{"all of the bench", games.Chess(), benchFlags{}, len(games.Chess().Bench.Positions)},
		{"a part of the bench", games.Chess(), benchFlags{number: 5}, 5},
		{"random openings of chess", games.Chess(), benchFlags{number: 23}, 23},
		{"random openings of shogi", games.Shogi(), benchFlags{number: 17}, 17},
		{"a file", games.Chess(), benchFlags{positions: file}, 3},
		{"a part of a file", games.Chess(), benchFlags{positions: file, number: 2}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, err := test.flags.positionsOf(test.game)
			again, _ := test.flags.positionsOf(test.game)
			if err != nil || len(list) != test.want || !slices.Equal(again, list) {
				t.Fatalf("%d positions, error %v", len(list), err)
			}
			for _, text := range list {
				if _, err := test.game.Parse(text, core.Settings{}); err != nil {
					t.Fatalf("%q: error %v", text, err)
				}
			}
		})
	}
}
