package disk

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gofrs/flock"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	release, err := Lock(path)
	must.OK(t, err)
	// Locks belong to open files, so a second one in this process is refused too.
	if _, err := Lock(path); !errors.Is(err, ErrHeld) {
		t.Errorf("a locked file: error %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if again, err := Lock(path); err != nil {
		t.Errorf("a released file: error %v", err)
	} else if err := again(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file itself was made")
	}
	if _, err := Lock(filepath.Join(t.TempDir(), "no", "folder")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("no folder: error %v", err)
	}
}

// A lock takes no file from anybody, whoever has its name.
func TestForeignLockFiles(t *testing.T) {
	for _, c := range []struct {
		name, text string
		folder     bool
		locks      bool
	}{
		{name: "another's text", text: "precious"},
		{name: "a folder", folder: true},
		{name: "what a killed process left", locks: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games")
			if c.folder {
				must.OK(t, os.Mkdir(path+".lock", 0o777))
			} else {
				must.Write(t, path+".lock", []byte(c.text))
			}
			release, err := Lock(path)
			if (err == nil) != c.locks || errors.Is(err, ErrHeld) {
				t.Errorf("error %v", err)
			}
			if err == nil {
				must.OK(t, release())
			}
			if text, err := os.ReadFile(path + ".lock"); !c.folder && (err != nil || string(text) != c.text) {
				t.Errorf("the file is %q, error %v", text, err)
			}
		})
	}
	// Nor does one that came while the lock was held.
	path := filepath.Join(t.TempDir(), "games")
	release, err := Lock(path)
	must.OK(t, err)
	must.Write(t, path+".new", []byte("precious"))
	if err := os.Rename(path+".new", path+".lock"); err != nil {
		t.Skip("this system does not rename to open files")
	}
	must.OK(t, release())
	if text, _ := os.ReadFile(path + ".lock"); string(text) != "precious" {
		t.Errorf("the file is %q", text)
	}
}

// A file has one lock by all its names.
func TestLockThroughLinks(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "games"), filepath.Join(folder, "link")
	if err := os.Symlink("games", link); err != nil {
		t.Skip(err)
	}
	release, err := Lock(path)
	must.OK(t, err)
	if _, err := Lock(link); !errors.Is(err, ErrHeld) {
		t.Errorf("error %v", err)
	}
	must.OK(t, release())
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
}

// A process that opened the lock file just before its owner removed it holds nothing.
func TestRemovedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.lock")
	l := lock{flock.New(path), true}
	if held, err := l.TryLock(); !held || err != nil || !l.isNamed() {
		t.Fatalf("held %v, error %v, named %v", held, err, l.isNamed())
	}
	defer func() { _ = l.Unlock() }()
	if err := os.Rename(path, path+".old"); err != nil {
		t.Skip("this system does not rename open files")
	}
	if l.isNamed() {
		t.Error("the file has no name any more")
	}
	if err := os.WriteFile(path, nil, 0o666); err != nil || l.isNamed() {
		t.Errorf("the name belongs to another file; error %v", err)
	}
}

// Of many that compete for a file, one at a time has it.
func TestOneOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	var owners, turns atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for turns.Load() < 2000 {
				release, err := Lock(path)
				if errors.Is(err, ErrHeld) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := owners.Add(1); n != 1 {
					t.Errorf("%d owners", n)
				}
				turns.Add(1)
				runtime.Gosched() // let others find it locked
				owners.Add(-1)
				if err := release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
