package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSteps(t *testing.T) {
	for _, c := range []struct{ name, source, want, err string }{
		{"two", "\t// Step 1. The horizon\n\tx()\n// Step 2. What ends a line: the stop\n", "[{1 The horizon} {2 What ends a line}]", ""},
		{"in the middle of a line", "x() // Step 1. No\n", "", "no comment"},
		{"a gap", "// Step 1. A\n// Step 3. C\n", "", "after step 1 comes step 3"},
		{"not from the beginning", "// Step 2. B\n", "", "after step 0 comes step 2"},
		{"none", "", "", "no comment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			steps, err := Steps(c.source)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v, want one with %q", err, c.err)
				}
				return
			}
			if got := fmt.Sprint(steps); err != nil || got != c.want {
				t.Errorf("%s, error %v, want %s", got, err, c.want)
			}
		})
	}
}

// folder returns a folder with files of source.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestConstants(t *testing.T) {
	root := folder(t, map[string]string{
		"a.go": `package a

import "example.org/nobody"

// Limit bounds what is learnt: -Limit to Limit. More is not read.
const Limit = 1 << 14

const (
	// half is half of it.
	half  = Limit / 2
	size  = other * 2 // entries for each side
	ratio = 0.5
)

var x nobody.Type
`,
		"b.go":      "package a\n\nconst other = 3\n",
		"a_test.go": "package a\n\nconst tested = 1\n",
	})
	for _, c := range []struct{ name, want string }{
		{"Limit", "[{Limit 16384 bounds what is learnt: -Limit to Limit}]"},
		{"half", "[{half 8192 half of it}]"},
		{"size", "[{size 6 entries for each side}]"},
		{"tested", "has no constant tested"},
		{"x", "has no constant x"},
		{"ratio", "ratio is not an integer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := Constants(root, c.name)
			if got := fmt.Sprint(list); got != c.want && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s, error %v, want %s", got, err, c.want)
			}
		})
	}
	if _, err := Constants(t.TempDir(), "x"); err == nil {
		t.Error("a constant of an empty folder")
	}
}

func TestFolders(t *testing.T) {
	root := folder(t, map[string]string{
		"core/doc.go":           "// Package core is the vocabulary of all: moves and more.\npackage core\n",
		"core/clock/doc.go":     "// Package clock turns limits\n// (see [core.Limits]) into times. It reads none.\npackage clock\n",
		"cmd/x/doc.go":          "// Command x plays; nothing else.\npackage main\n",
		"cmd/x/internal/doc.go": "// Package internal is nobody's.\npackage internal\n",
		".hidden/doc.go":        "// Package hidden hides.\npackage hidden\n",
		"nodoc/x.go":            "package nodoc\n",
	})
	list, err := Folders(root)
	const want = "[{cmd/x plays} {core the vocabulary of all} {core/clock turns limits into times}]"
	if got := fmt.Sprint(list); err != nil || got != want {
		t.Errorf("%s, error %v, want %s", got, err, want)
	}
}
