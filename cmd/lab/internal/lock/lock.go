package lock

import (
	"errors"
	"fmt"
	"os"
)

// ErrHeld says that another process has the file.
var ErrHeld = errors.New("another process is writing it")

// Acquire locks the file at path, which need not exist, by a file beside it, and
// returns what unlocks it and, on Unix, removes the file beside. It does not wait: a
// file that is locked is an error that wraps [ErrHeld].
func Acquire(path string) (release func() error, err error) {
	for {
		f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		held, err := hold(f)
		if held {
			return func() error { return discard(f) }, nil
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
}

// hold locks f and reports whether that locks anybody else out. Between the
// opening and the locking, the owner before may have removed the file: the lock is
// then on a file without a name, while others make and lock a new one.
func hold(f *os.File) (held bool, err error) {
	if err := lockFile(f); err != nil {
		return false, err
	}
	locked, err := f.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(f.Name())
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(locked, named), err
}
