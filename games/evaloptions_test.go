package games

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestOptionValue(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"a name and a value", "FV_SCALE 32", "32"},
		{"an equals sign", "FV_SCALE=32", "32"},
		{"blanks", "  FV_SCALE =\t32 \r", "32"},
		{"a list of options", "option name FV_SCALE type spin default 32 min 1 max 128", "32"},
		{"in another order", "option type spin default 32 name FV_SCALE", "32"},
		{"no number", "FV_SCALE many", "many"},
		{"another option", "Threads 4", ""},
		{"another option of a list", "option name Threads type spin default 4", ""},
		{"a list without a default", "option name FV_SCALE type spin", ""},
		{"no value", "FV_SCALE", ""},
		{"two values", "FV_SCALE 1 2", ""},
		{"nothing", "", ""},
		{"a word", "option", ""},
	} {
		if got, ok := optionValue(test.line, "FV_SCALE"); got != test.want && ok || ok != (test.want != "") {
			t.Errorf("%s: %q, %v, want %q", test.name, got, ok, test.want)
		}
	}
}

func TestReadOptions(t *testing.T) {
	for _, test := range []struct {
		name, text string
		divisor    int
		problem    string
	}{
		{"a line", "FV_SCALE = 32\n", 32, ""},
		{"a byte order mark", "\ufeffFV_SCALE = 32", 32, ""},
		{"what stands behind a sign", "# FV_SCALE = 16\r\n\r\nFV_SCALE = 32\r\n", 32, ""},
		{"a long line", strings.Repeat("x", 100_000) + "\nFV_SCALE = 32\n", 32, ""},
		{"no number", "Threads = 4\nFV_SCALE = many\n", 0, "line 2: FV_SCALE is"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			must.Write(t, filepath.Join(folder, optionsFile), []byte(test.text))
			b, err := readOptions(filepath.Join(folder, "nn.bin"))
			if b.divisor != test.divisor || (err != nil) != (test.problem != "") || err != nil && !strings.Contains(err.Error(), test.problem) {
				t.Errorf("%d, %v", b.divisor, err)
			}
		})
	}
}

func FuzzOptionValue(f *testing.F) {
	for _, line := range []string{"FV_SCALE=16", "option name FV_SCALE type spin default 16", "=", "option default"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if value, ok := optionValue(line, "FV_SCALE"); ok && value == "" {
			t.Errorf("%q: an empty value", line)
		}
	})
}
