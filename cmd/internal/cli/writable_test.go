package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

func TestWritable(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "old")
	if err := os.WriteFile(old, []byte("as it was"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		try  func(string) error
		path string
		want bool
	}{
		{"an old file", cli.Writable, old, true},
		{"a new file", cli.Writable, filepath.Join(folder, "new"), true},
		{"a folder, which is for others to refuse", cli.Writable, folder, true},
		{"a file in no folder", cli.Writable, filepath.Join(folder, "none", "new"), false},
		{"a folder there is", cli.WritableFolder, folder, true},
		{"a folder in a file", cli.WritableFolder, filepath.Join(old, "new"), false},
	} {
		if err := c.try(c.path); (err == nil) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if text, _ := os.ReadFile(old); string(text) != "as it was" {
		t.Errorf("the old file is %q", text)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
}
