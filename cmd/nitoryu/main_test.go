package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// call runs the command line and returns what it printed.
func call(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	return out.String(), err
}

func TestCommandLines(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string // a regular expression
	}{
		{"help", []string{"--help"}, `nitoryu analyse`},
		{"version", []string{"version"}, `^Nitoryu \S+\n$`},
		{"perft of chess", []string{"perft", "3"}, `e2e4: 600\n(?s:.*)Nodes searched: 8902\n`},
		{"perft of shogi", []string{"perft", "--game", "shogi", "--quiet", "3"}, `^\nNodes searched: 25470\n`},
		{"perft of a position", []string{"perft", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4"}, `Nodes searched: 43238\n`},
		{"flags behind", []string{"perft", "2", "-quiet"}, `^\nNodes searched: 400\n`},
		{"bench for OpenBench", []string{"bench", "-depth", "2"}, `^chess \d+ nodes\nshogi \d+ nodes\n\d+ nodes \d+ nps\n$`},
		{"bench of one game", []string{"bench", "-depth", "1", "shogi"}, `^shogi \d+ nodes\n\d+ nodes \d+ nps\n$`},
		{"one protocol command in words", []string{"go", "depth", "2"}, `bestmove [a-h][1-8]`},
		{"several protocol commands", []string{"usi", "position startpos moves 7g7f", "go depth 2", "quit"}, `usiok\n(?s:.*)bestmove `},
		{"analyse", []string{"analyse", "--depth", "3"}, `best move: \w+`},
		{"analyse shogi by its board", []string{"analyse", "--depth", "2", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}, `best move: G\*5b`},
		{"analyse a finished game", []string{"analyse", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, `checkmate`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := call(t, test.args...)
			if err != nil || !regexp.MustCompile(test.want).MatchString(got) {
				t.Errorf("error %v, printed\n%s", err, got)
			}
		})
	}
}

func TestBadCommandLines(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"unknown flag", []string{"--fast"}, "unknown flag"},
		{"perft without a depth", []string{"perft"}, "depth is missing"},
		{"perft with a strange depth", []string{"perft", "deep"}, "is no number"},
		{"perft of a broken FEN", []string{"perft", "8/8/8 w - - 0 1", "2"}, "rank"},
		{"a profile in a place that is not there", []string{"bench", "-depth", "1", "--profile", "none/x"}, "none"},
		{"bench of an unknown game", []string{"bench", "go"}, "no game"},
		{"analyse for a negative time", []string{"analyse", "--time", "-1s"}, "negative"},
		{"analyse with too much memory", []string{"analyse", "--hash", "1000000000"}, "MiB"},
		{"analyse an unknown game", []string{"analyse", "--game", "checkers"}, "no game"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := call(t, test.args...)
			if err == nil || !strings.Contains(fmt.Sprint(err), test.want) {
				t.Errorf("error %v, want one with %q; printed\n%s", err, test.want, got)
			}
		})
	}
}

// A profile is what the tools of Go read, which begins as gzip does.
func TestBenchProfile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cpu.pgo")
	out, err := call(t, "bench", "-depth", "2", "--profile", name, "chess")
	if err != nil || !strings.HasPrefix(out, "chess ") {
		t.Fatalf("error %v, printed\n%s", err, out)
	}
	if profile, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(profile), "\x1f\x8b") {
		t.Errorf("error %v, the file begins with %.20q", err, profile)
	}
}

// The signature is the same each time.
func TestBenchIsRepeatable(t *testing.T) {
	counts := regexp.MustCompile(`(?m)^.*\d+ nodes$`)
	first, err := call(t, "bench", "-depth", "4", "-verbose")
	if err != nil {
		t.Fatal(err)
	}
	second, err := call(t, "bench", "-depth", "4", "-verbose")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := counts.FindAllString(first, -1), counts.FindAllString(second, -1); fmt.Sprint(a) != fmt.Sprint(b) || len(a) == 0 {
		t.Errorf("%v, then %v", a, b)
	}
}
