package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// ErrHeld says that another process has the file.
var ErrHeld = errors.New("another process is writing it")

// lock is what keeps others from writing a file. The system gives it up when its process ends, even
// by a kill. The file itself is not locked: others may read it.
type lock struct {
	*flock.Flock
	made bool // its file was not there before: no other process has been killed with it
}

// lockFile returns the name of the lock of a file: beside the file itself, so that all who reach
// it through links have one lock.
func lockFile(path string) string {
	if real, err := Behind(path); err == nil {
		path = real
	}
	return path + ".lock"
}

// Lock locks the file at path, which need not exist, by a lock file beside it, and
// returns a function that releases it. It does not wait: a locked file is an error that
// wraps [ErrHeld]. A file of that name with text in it is somebody else's, and an error.
func Lock(path string) (release func() error, err error) {
	l, err := acquire(path)
	if err != nil {
		return nil, err
	}
	return func() error { return l.release(l.made) }, nil
}

func acquire(path string) (lock, error) {
	name := lockFile(path)
	for {
		made, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err == nil {
			err = made.Close()
		} else if errors.Is(err, fs.ErrExist) {
			err = free(name)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // its owner has removed it
			return lock{}, err
		}
		l := lock{flock.New(name, flock.SetPermissions(0o666)), made != nil}
		held, err := l.TryLock()
		switch {
		case err != nil:
			if l.made {
				_ = os.Remove(name) // no lock can be had here
			}
			return lock{}, err
		case !held:
			return lock{}, fmt.Errorf("%s: %w", path, ErrHeld)
		case l.isNamed():
			return l, nil
		}
		// Its last owner removed the file after it was opened here: this lock is on a
		// file without a name and useless.
		if err := l.Unlock(); err != nil {
			return lock{}, err
		}
	}
}

// free returns an error if a file is no lock: files of locks are empty.
func free(name string) error {
	info, err := os.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > 0) {
		err = fmt.Errorf("%s is there and is no lock file; move it away or choose another name", name)
	}
	return err
}

// isNamed reports whether the locked file is the one that others open.
func (l lock) isNamed() bool {
	locked, err := l.Stat()
	named, errNamed := os.Stat(l.Path())
	return err == nil && errNamed == nil && os.SameFile(locked, named)
}

// release gives the lock up, and removes its file if that is asked for: while it is locked, since it
// may be another's afterwards. Windows removes no open file, and so none that another has opened.
func (l lock) release(remove bool) error {
	const late = runtime.GOOS == "windows"
	remove = remove && l.isNamed() && free(l.Path()) == nil
	if remove && !late {
		_ = os.Remove(l.Path()) // a file left behind does no harm
	}
	err := l.Unlock()
	if remove && late {
		_ = os.Remove(l.Path())
	}
	return err
}
