package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Everybody who clones the repository pays for what was once committed: a program that was
// built in it has no place there. Networks are the largest files.
func TestNoLargeFiles(t *testing.T) {
	const limit = 2 << 20
	root := filepath.Join("..", "..")
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("no list of files: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.Size() > limit {
			t.Errorf("%s has %d bytes, more than %d", name, info.Size(), limit)
		}
	}
}
