package lock

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
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

// Whoever opened the file beside just before its owner removed it, and locks it
// just after, owns nothing: the name is free for others.
func TestLockOfARemovedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	release, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	late, err := os.OpenFile(path+".lock", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if held, err := hold(late); held || !errors.Is(err, ErrHeld) {
		t.Errorf("before the release: held %v, error %v", held, err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(path + ".lock")
	removed := errors.Is(err, os.ErrNotExist) // elsewhere than on Unix it stays, and can be had
	if held, err := hold(late); held == removed || err != nil {
		t.Errorf("the name is gone: %v, held %v, error %v", removed, held, err)
	}
}

// However many fight for a file, and however often it is handed on, one has it.
func TestOneOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	var owners, turns atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for turns.Load() < 2000 {
				release, err := Acquire(path)
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
