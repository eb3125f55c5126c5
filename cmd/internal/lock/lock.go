package lock

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// ErrHeld says that another process has the file.
var ErrHeld = errors.New("another process is writing it")

// Acquire locks the file at path, which need not exist, by a lock file beside it, and
// returns a function that releases it. It does not wait: a locked file is an error that
// wraps [ErrHeld].
func Acquire(path string) (release func() error, err error) {
	for {
		l := flock.New(path+".lock", flock.SetPermissions(0o666))
		held, err := l.TryLock()
		switch {
		case err != nil:
			return nil, err
		case !held:
			return nil, fmt.Errorf("%s: %w", path, ErrHeld)
		case isNamed(l):
			return func() error { return discard(l) }, nil
		}
		// Its last owner removed the file after it was opened here: this lock is on a
		// file without a name and useless.
		if err := l.Unlock(); err != nil {
			return nil, err
		}
	}
}

// isNamed reports whether the locked file is the one that others open.
func isNamed(l *flock.Flock) bool {
	locked, err := l.Stat()
	named, errNamed := os.Stat(l.Path())
	return err == nil && errNamed == nil && os.SameFile(locked, named)
}

// discard releases the lock. The file is removed while it is locked, since it may be
// another's afterwards; Windows cannot do that and keeps it.
func discard(l *flock.Flock) error {
	if runtime.GOOS != "windows" {
		_ = os.Remove(l.Path()) // a file left behind does no harm
	}
	return l.Unlock()
}
