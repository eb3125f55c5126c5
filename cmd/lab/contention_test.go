package main

import (
	"os"
	"path/filepath"

	"strings"
	"testing"
)

// A simulation is shown and written into the page, of which the rest is kept.
func TestContention(t *testing.T) {
	dir := t.TempDir()
	page, data := filepath.Join(dir, "threads.md"), filepath.Join(dir, "o.json")
	if err := os.WriteFile(page, []byte(strings.ReplaceAll(smpPage, "chess -->\n", "chess -->\nnot mine\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"contention", "--game", "chess", "--threads", "2", "--depth", "3", "--positions", "1", "--probes", "2000", "--docs", page, "--json", data}
	out, log, err := call(t, args...)
	if err != nil || !strings.Contains(out, "### Chess, depth 3, 1 position") || !strings.Contains(out, "### Torn entries") {
		t.Fatalf("error %v, printed\n%s%s", err, out, log)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"not mine\n", "### Chess, depth 3", "(threads-speedup.svg)", "(threads-table.svg)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "its own") {
		t.Error("the old part is still there")
	}
	for name, want := range map[string]string{"threads-speedup.svg": "</svg>", "threads-table.svg": "</svg>", "o.json": `"threads": 2`} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: error %v, no %q in %.200s", name, err, want, text)
		}
	}
}

func TestBadContention(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"a stray word", []string{"x"}, `"x" is one word too many`},
		{"an unknown game", []string{"--game", "go"}, "no game"},
		{"no threads", []string{"--threads", "0"}, "is not a whole number above 0"},
		{"no table", []string{"--tables", "0"}, "--tables"},
		{"a parameter without a value", []string{"--param", "Stagger"}, "NAME=VALUE"},
		{"an unknown parameter", []string{"--param", "Foo=1"}, `contention: there is no parameter "Foo"`},
		{"a misspelt parameter", []string{"--param", "Staggar=1"}, `there is no parameter "Staggar"; did you mean "Stagger"?`},
		{"a value out of range", []string{"--param", "Stagger=77"}, "Stagger"},
		{"too many threads", []string{"--threads", "5000"}, "within 1 to 1024"},
		{"no positions", []string{"--positions", "0"}, "--positions has to be at least 1"},
		{"no such page", []string{"--docs", filepath.Join(t.TempDir(), "none.md")}, "none.md"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, log, err := call(t, append([]string{"contention"}, c.args...)...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if out+log != "" {
				t.Errorf("printed %s%s", out, log)
			}
		})
	}
}
