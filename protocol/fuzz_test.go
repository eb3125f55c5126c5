package protocol_test

import (
	"fmt"
	"strings"
	"testing"
)

// An option that is set lies within its range when the engine hears of it; one that
// keeps its value is not heard of.
func FuzzSetOption(f *testing.F) {
	for _, seed := range []string{
		"name Hash value 64", "name USI_Hash value 33554433", "name Threads value -1", "name Move Overhead value +30", "name clear hash value true",
		"name NumaPolicy value none", "name EvalFile value a b", "name EnteringKingRule value csarule24", "name UCI_Elo value 99999999999999999999",
		"name value value", "value name", "name  Skill_Level   value 0x5", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			t.Skip("one command only")
		}
		for _, dialect := range []string{"uci", "usi"} {
			s, _, out := newSession(t)
			s.Line(dialect)
			out.reset()
			s.Line("setoption " + text)
			told, kept := 0, false
			for line := range strings.Lines(out.String()) {
				var n int
				kept = kept || strings.Contains(line, "keeps its value")
				if strings.HasPrefix(line, "* ") {
					told++
				}
				if _, err := fmt.Sscanf(line, "* threads %d", &n); err == nil && (n < 1 || n > 1024) {
					t.Errorf("%s, setoption %q: %s", dialect, text, line)
				}
				if _, err := fmt.Sscanf(line, "* hash %d", &n); err == nil && (n < 1 || n > 1<<25) {
					t.Errorf("%s, setoption %q: %s", dialect, text, line)
				}
				if _, err := fmt.Sscanf(line, "* overhead %d", &n); err == nil && (n < 0 || n > 5000) {
					t.Errorf("%s, setoption %q: %s", dialect, text, line)
				}
			}
			if told > 1 || kept && told > 0 {
				t.Errorf("%s, setoption %q:\n%s", dialect, text, out)
			}
			out.reset()
			s.Line("isready")
			if !strings.HasSuffix(out.String(), "readyok\n") {
				t.Errorf("%s, setoption %q, then isready:\n%s", dialect, text, out)
			}
		}
	})
}
