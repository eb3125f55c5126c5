// Package perft checks the rules of both games against known node counts.
//
// The suites in testdata are ours. Larger ones run if NITORYU_SUITES names a folder with
// them.
package perft

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// entry is one line of a suite: FEN ;D1 20 ;D2 400 ;id name
type entry struct {
	line   int
	fen    string
	id     string
	counts []uint64 // counts[d] leaves at depth d; 0: not given
}

func readSuite(t *testing.T, path string) []entry {
	t.Helper()
	f, err := os.Open(path)
	must.OK(t, err)
	defer f.Close()
	var entries []entry
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		fields := strings.Split(text, ";")
		e := entry{line: n, fen: strings.TrimSpace(fields[0]), counts: make([]uint64, 16)}
		for _, field := range fields[1:] {
			key, value, _ := strings.Cut(strings.TrimSpace(field), " ")
			if key == "id" {
				e.id = value
				continue
			}
			depth, err := strconv.Atoi(strings.TrimPrefix(key, "D"))
			if err != nil || depth < 1 || depth >= len(e.counts) {
				t.Fatalf("%s:%d: strange field %q", path, n, field)
			}
			if e.counts[depth], err = strconv.ParseUint(strings.TrimSpace(value), 10, 64); err != nil {
				t.Fatalf("%s:%d: %v", path, n, err)
			}
		}
		entries = append(entries, e)
	}
	must.OK(t, in.Err())
	if len(entries) == 0 {
		t.Fatalf("%s holds no position", path)
	}
	return entries
}

// checkSuite runs every line of the suite at the deepest depth of at most limit leaves.
func checkSuite(t *testing.T, path string, rules core.Rules, settings core.Settings, limit uint64) {
	t.Helper()
	for _, e := range readSuite(t, path) {
		depth := 0
		for d, n := range e.counts {
			if n > 0 && n <= limit {
				depth = d
			}
		}
		if depth == 0 {
			t.Logf("%s:%d: no count up to %d", path, e.line, limit)
			continue
		}
		p, err := rules.Parse(e.fen, settings)
		if err != nil {
			t.Errorf("%s:%d: %v", path, e.line, err)
			continue
		}
		if got, _ := core.Divide(p, depth, nil, nil); got != e.counts[depth] {
			t.Errorf("%s:%d: %s %s depth %d: %d leaves, want %d", path, e.line, e.fen, e.id, depth, got, e.counts[depth])
		}
	}
}

// sharedSuite returns the path of a suite in the folder NITORYU_SUITES, and
// skips the test when the variable is not set.
func sharedSuite(t *testing.T, elements ...string) string {
	t.Helper()
	folder := os.Getenv("NITORYU_SUITES")
	if folder == "" {
		t.Skip("NITORYU_SUITES does not name a folder of suites")
	}
	return filepath.Join(append([]string{folder}, elements...)...)
}
