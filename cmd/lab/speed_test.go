package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/speed"
)

// fakeProgram is the fake engine with arguments: cpu, which knows one level of instructions,
// and bench, which searches more nodes with the argument strange. It returns the exit status.
func fakeProgram(args []string) int {
	switch {
	case slices.Contains(args, "cpu"):
		if !slices.Contains(args, "go") {
			return 1
		}
		fmt.Println("used level   go")
	case slices.Contains(args, "bench"):
		nodes := 1000
		if slices.Contains(args, "strange") {
			nodes++
		}
		fmt.Printf("chess %d nodes\n", nodes)
		if i := slices.Index(args, "--profile"); i >= 0 {
			return fakeProfile(args[i+1])
		}
	default:
		fakeEngine()
	}
	return 0
}

// fakeProfile writes a profile of one sample.
func fakeProfile(name string) int {
	f := &profile.Function{ID: 1, Name: "github.com/nitoryu/nitoryu/core/search.quiesce"}
	l := &profile.Location{ID: 1, Line: []profile.Line{{Function: f}}}
	p := profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}}, PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Function: []*profile.Function{f}, Location: []*profile.Location{l},
		Sample: []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{1}}},
	}
	to, err := os.Create(name)
	if err != nil || p.Write(to) != nil || to.Close() != nil {
		return 1
	}
	return 0
}

// All parts are measured and written into the page, of which the rest is kept.
func TestSpeed(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	t.Setenv("GORACE", "atexit_sleep_ms=0") // each of many processes would wait a second
	dir := t.TempDir()
	page := filepath.Join(dir, "fast.md")
	text := "# Speed\n<!-- measured search shogi -->\nold\n<!-- end -->\n"
	for _, part := range []string{"perft", "search", "variants", "profile"} {
		text += "<!-- measured " + part + " chess -->\nold\n<!-- end -->\n"
	}
	if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	fake := "cmd=" + os.Args[0] + " name="
	args := []string{"speed", "--engine", fake + "A", "--engine", fake + "B perft=none", "--engine", fake + `C perft="` + os.Args[0] + ` x"`,
		"--runs", "2", "--seconds", "0.002", "--docs", page}
	out, log, err := call(t, args...)
	if err != nil {
		t.Fatal(err, log)
	}
	for _, want := range []string{
		`(?m)^Initial position, 6 plies +A +\S+ +2$`, `(?m)^Kiwipete, 5 plies +C +\d\S* +\S+ +\S+ +\S+ +2$`, `- B is left out`,
		`(?m)^Search, 20 positions +B +\d`, `(?m)^Bench +--cpu go +\d`, `- A refuses --cpu bmi2 here`, `core/search +100.0 %`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %q in\n%s%s", want, out, log)
		}
	}
	written, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(written), "\nold\n"); n != 1 {
		t.Errorf("%d parts are old:\n%s", n, written)
	}
	for _, name := range []string{"perft-chess", "search-chess", "variants-chess", "flame-chess"} {
		picture, err := os.ReadFile(filepath.Join(dir, "fast-"+name+".svg"))
		if err != nil || !strings.Contains(string(picture), "</svg>") || !strings.Contains(string(written), "(fast-"+name+".svg)") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Faults of engines are reported.
func TestStrangeSpeed(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	t.Setenv("GORACE", "atexit_sleep_ms=0") // each of many processes would wait a second
	out, log, err := call(t, "speed", "--game", "shogi", "--engine", "cmd="+os.Args[0]+" name=A", "--only", "perft", "--runs", "1")
	if err != nil || !strings.Contains(out, "- A, Initial position, 5 plies: it counts 193690690, not 19861490.") || !strings.Contains(out, "failed") {
		t.Errorf("error %v, printed\n%s%s", err, out, log)
	}
	out, log, err = call(t, "speed", "--engine", "cmd="+os.Args[0]+" name=A", "--only", "variants", "--runs", "1", "--variant", "args=strange")
	if err != nil || !strings.Contains(out, "- args=strange, Bench: its bench searches 1001 nodes, not 1000.") {
		t.Errorf("error %v, printed\n%s%s", err, out, log)
	}
}

func TestBadSpeed(t *testing.T) {
	t.Setenv(fakeVariable, "yes")
	t.Setenv("GORACE", "atexit_sleep_ms=0") // each of many processes would wait a second
	engine := []string{"--only", "perft", "--engine", "cmd=" + os.Args[0]}
	tests := []struct {
		name, want string
		args       []string
	}{
		{"a stray word", `"x" is one word too many`, []string{"x"}},
		{"no engine", "no engine", nil},
		{"our engine in this process", "through pipes", []string{"--engine", "self"}},
		{"an engine with limits", "plays no games", []string{"--engine", "cmd=x nodes=5"}},
		{"an open quotation", "not closed", []string{"--engine", `cmd=x perft=a"b`}},
		{"a program that does not exist", "cannot start", []string{"--engine", "cmd=" + t.TempDir() + "/none"}},
		{"a bad variant", "unknown word", append(engine, "--only", "variants", "--variant", "fast")},
		{"two of a name", "two engines", append(engine, engine...)},
		{"an unknown game", "no game", append(engine, "--game", "go")},
		{"an unknown part", `no part "latency"`, append(engine, "--only", "latency")},
		{"no runs", "at least 1 run, not 0", append(engine, "--runs", "0")},
		{"no processor", "processor", append(engine, "--core", "100000")},
		{"a page that is not there", "no such file", append(engine, "--docs", t.TempDir()+"/none.md")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if out, _, err := call(t, append([]string{"speed"}, test.args...)...); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q; printed %s", err, test.want, out)
			}
		})
	}
}

// The page of this project has a place for every part.
func TestSpeedPage(t *testing.T) {
	const page = "../../docs/speed.md"
	files, err := measure.Rewrite(page, new(speed.Report))
	if n := strings.Count(files[page], "<!-- measured "); err != nil || n != 2*len(speed.Parts()) {
		t.Errorf("%d parts, error %v", n, err)
	}
}
