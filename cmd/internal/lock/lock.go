package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/gofrs/flock"

	"github.com/nitoryu/nitoryu/internal/disk"
)

// ErrHeld says that another process has the file.
var ErrHeld = errors.New("another process is writing it")

// fileOf returns the lock file of the file at path: beside the file itself, so that all who reach
// it through links have one lock.
func fileOf(path string) string {
	if real, err := disk.Behind(path); err == nil {
		path = real
	}
	return path + ".lock"
}

// Use adds to u a file that is written under a lock, and the lock file.
func Use(u *disk.Uses, what, path string) {
	if path != "" {
		u.Write(what, path)
		u.Write("the lock of "+what, fileOf(path))
	}
}

// Acquire locks the file at path, which need not exist, by a lock file beside it, and
// returns a function that releases it. It does not wait: a locked file is an error that
// wraps [ErrHeld]. A file of that name with text in it is somebody else's, and an error.
func Acquire(path string) (release func() error, err error) {
	name := fileOf(path)
	for {
		made, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err == nil {
			err = made.Close()
		} else if errors.Is(err, fs.ErrExist) {
			err = free(name)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // its owner has removed it
			return nil, err
		}
		l := flock.New(name, flock.SetPermissions(0o666))
		held, err := l.TryLock()
		switch {
		case err != nil:
			return nil, err
		case !held:
			return nil, fmt.Errorf("%s: %w", path, ErrHeld)
		case isNamed(l):
			return func() error { return discard(l, made != nil) }, nil
		}
		// Its last owner removed the file after it was opened here: this lock is on a
		// file without a name and useless.
		if err := l.Unlock(); err != nil {
			return nil, err
		}
	}
}

// free returns an error if a file is none that locks are made of: those are empty.
func free(name string) error {
	info, err := os.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > 0) {
		err = fmt.Errorf("%s is there and is no lock file; move it away or choose another name", name)
	}
	return err
}

// isNamed reports whether the locked file is the one that others open.
func isNamed(l *flock.Flock) bool {
	locked, err := l.Stat()
	named, errNamed := os.Stat(l.Path())
	return err == nil && errNamed == nil && os.SameFile(locked, named)
}

// discard releases the lock. A file that was made for it is removed while it is locked, since it
// may be another's afterwards; Windows cannot do that and keeps it.
func discard(l *flock.Flock, made bool) error {
	if runtime.GOOS != "windows" && made && isNamed(l) && free(l.Path()) == nil {
		_ = os.Remove(l.Path()) // a file left behind does no harm
	}
	return l.Unlock()
}
