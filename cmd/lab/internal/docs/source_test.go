package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

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

func TestPages(t *testing.T) {
	root := folder(t, map[string]string{
		"README.md": "", "main.go": "", "docs/README.md": "", "docs/use/a.md": "", "docs/use/a.png": "", "results/b.md": "", "core/c.md": "",
	})
	names, err := Pages(root)
	if got := fmt.Sprint(names); err != nil || got != "[README.md docs/README.md docs/use/a.md results/b.md]" {
		t.Errorf("%s, error %v", got, err)
	}
	if names, err := Pages(t.TempDir()); err != nil || len(names) != 0 {
		t.Errorf("in an empty folder: %s, error %v", names, err)
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
