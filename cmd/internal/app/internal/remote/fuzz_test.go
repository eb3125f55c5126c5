package remote

import (
	"strings"
	"testing"
	"unicode"
)

// Whatever a broker asks for becomes commands of our own words, each on a line, or an error.
func FuzzWork(f *testing.F) {
	for _, seed := range []string{
		`{"id":"x","work":{"sessionId":"s","threads":2,"hash":16,"multiPv":3,"variant":"chess","initialFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4","e7e5"],"movetime":5000}}`,
		`{"id":"x","work":{"threads":-1,"hash":99999,"multiPv":9,"variant":"Chess960","initialFen":"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1","depth":9}}`,
		`{"id":"x","work":{"initialFen":"8/8/8/8/8/8/8/8\nquit","moves":["e2e4\nquit"],"infinite":true}}`,
		`{"id":"x","work":{"initialFen":"","nodes":-1}}`, `{"id":"..","work":5}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := readWork(text)
		if err != nil {
			return
		}
		commands, err := w.commands(4, 64)
		if err != nil {
			return
		}
		for _, c := range commands {
			if strings.ContainsFunc(c, unicode.IsControl) {
				t.Errorf("a command is %q", c)
			}
		}
		if last := commands[len(commands)-1]; !strings.HasPrefix(last, "go ") {
			t.Errorf("the last command is %q", last)
		}
	})
}
