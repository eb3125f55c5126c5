package lock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestAcquire(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	release, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	// Locks belong to open files, so a second one in this process is refused too.
	if _, err := Acquire(path); !errors.Is(err, ErrHeld) {
		t.Errorf("a locked file: error %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if again, err := Acquire(path); err != nil {
		t.Errorf("a released file: error %v", err)
	} else if err := again(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file itself was made")
	}
	if _, err := Acquire(filepath.Join(t.TempDir(), "no", "folder")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("no folder: error %v", err)
	}
}
