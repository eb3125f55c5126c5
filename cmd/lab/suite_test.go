package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/suite"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestSuite(t *testing.T) {
	chess := textFile(t, "rank.epd", "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; dm 1; id \"back rank\";\n"+
		"6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8#; id \"not that\";\n6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd9;\n")
	shogi := textFile(t, "gold.sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1 ;mate 1 ;bm G*5b\n")
	dir := t.TempDir()
	var out, log bytes.Buffer
	err := suites([]string{chess, "-depth", "3", "-hash", "1", "-verbose", shogi,
		"-json", filepath.Join(dir, "o.json"), "-markdown", filepath.Join(dir, "o.md")}, cli.Streams{Out: &out, Err: &log})
	must.OK(t, err)
	must.Has(t, out.String(), "Nitoryu, depth=3 for each position\n", "back rank  bm Rd8#, mate in 1  Rd8#    yes", "not that   am Rd8#", "total", "50.0")
	must.Has(t, log.String(), "rank.epd:3: bm: ")
	text := must.Read(t, filepath.Join(dir, "o.json"))
	var outcome suite.Outcome
	if err := json.Unmarshal(text, &outcome); err != nil || len(outcome.Reports) != 2 || !outcome.Reports[1].Results[0].Solved {
		t.Errorf("%s, error %v", text, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "o.md")); err != nil || !strings.Contains(string(text), "| total |") {
		t.Errorf("%s, error %v", text, err)
	}
}

func TestSuiteRefuses(t *testing.T) {
	good := textFile(t, "x.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n")
	bad := textFile(t, "bad.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"nothing asked\";\n")
	tests := []struct{ name, args, want string }{
		{"no files", "", "no files are given"},
		{"a file that is not there", "-depth 1 no-such-file", "no-such-file"},
		{"a file with nothing to solve", "-depth 1 " + good + " " + bad, "bad.epd is not a test suite"},
		{"a negative time", "-time -1s " + good, "negative"},
		{"no threads", "-threads 0 " + good, "at least 1"},
		{"no limit", "-time 0 " + good, "a limit is missing"},
		{"a clock", "-engine self,tc=8 " + good, "neither clocks nor"},
		{"an unknown way to ask", "-mate tsume " + good, `"tsume"`},
		{"go mate without time", "-mate go-mate -depth 1 " + good, "needs --time"},
		{"an unknown engine", "-engine fast " + good, `"fast"`},
		{"an engine that does not start", "-verbose -engine cmd=no/such/engine " + good, "cannot start"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			args := strings.Fields(test.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], ",", " ")
			}
			var out, log bytes.Buffer
			err := suites(args, cli.Streams{Out: &out, Err: &log})
			must.Say(t, err, test.want)
			if out.Len() > 0 {
				t.Errorf("printed\n%s", &out)
			}
		})
	}
}

func TestSuiteEngines(t *testing.T) {
	both := suiteOptions{threads: 2, hash: 8, setThreads: true, setHash: true, depth: 1}
	usual := suiteOptions{threads: 1, hash: 64, depth: 1}
	tests := []struct {
		name          string
		o             suiteOptions
		engine        string
		threads, hash int
	}{
		{"a program", both, "cmd=x", 2, 8},
		{"not asked for", usual, "cmd=x", 0, 0},
		{"words of its own", both, "cmd=x hash=4", 2, 4},
		{"ourselves", both, "self", 2, 8},
		{"ourselves, not asked for", usual, "self", 1, 64},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.o.engine = test.engine
			if e, _, err := test.o.contestant(); err != nil || e.Threads != test.threads || e.Hash != test.hash {
				t.Errorf("%d threads, %d MiB, error %v", e.Threads, e.Hash, err)
			}
		})
	}
}
