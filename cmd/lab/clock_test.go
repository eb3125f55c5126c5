package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A simulation is shown and written into the page, of which the rest is kept.
func TestClock(t *testing.T) {
	dir := t.TempDir()
	page, data := filepath.Join(dir, "time.md"), filepath.Join(dir, "o.json")
	const before = "kept\n<!-- measured chess -->\nold\n<!-- end -->\n<!-- measured shogi -->\nold shogi\n<!-- end -->\n"
	if err := os.WriteFile(page, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	out, log, err := call(t, "clock", "--games", "12", "--control", "60 s", "--param", "TimeHard=400", "--docs", page, "--json", data)
	if err != nil || !strings.Contains(out, "| 60 s |") || strings.Contains(out, "byoyomi") {
		t.Fatalf("error %v, printed\n%s%s", err, out, log)
	}
	text, err := os.ReadFile(page)
	if err != nil || !strings.HasPrefix(string(text), "kept\n") || strings.Contains(string(text), "old\n") || !strings.Contains(string(text), "old shogi\n") {
		t.Errorf("error %v, the page is\n%s", err, text)
	}
	for name, want := range map[string]string{"time-use-chess.svg": "</svg>", "time-left-chess.svg": "</svg>", "o.json": `"lost": 0`} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: error %v, no %q in %.200s", name, err, want, text)
		}
	}
}

func TestBadClock(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"a stray word", []string{"x"}, `"x" is one word too many`},
		{"no games", []string{"--games", "0"}, "--games has to be at least 1"},
		{"an unknown control", []string{"--control", "61 s"}, `no time control "61 s"`},
		{"an unknown parameter", []string{"--param", "TimeHardd=4"}, `did you mean "TimeHard"?`},
		{"a parameter without a value", []string{"--param", "TimeHard"}, "NAME=VALUE"},
		{"no such page", []string{"--docs", filepath.Join(t.TempDir(), "none.md")}, "none.md"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, log, err := call(t, append([]string{"clock"}, c.args...)...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if out+log != "" {
				t.Errorf("printed %s%s", out, log)
			}
		})
	}
}
