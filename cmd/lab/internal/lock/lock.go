package lock

import (
	"errors"
	"fmt"
	"os"
)

// ErrHeld says that another process has the file.
var ErrHeld = errors.New("another process is writing it")

// Acquire locks the file at path, which need not exist, by a file beside it, and
// returns what unlocks it. It does not wait: a file that is locked is an error
// that wraps [ErrHeld].
func Acquire(path string) (release func() error, err error) {
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return func() error {
		_ = os.Remove(f.Name()) // some systems keep open files; one left behind does no harm
		return f.Close()
	}, nil
}
