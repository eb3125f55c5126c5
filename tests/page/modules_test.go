package page

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Modules that need no page are tested by Node, where there is one.
func TestModules(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../web")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(folder, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "--test", "--test-force-exit") // clocks of a test that fails run on
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
