//go:build unix && !solaris && !aix

package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func lockFile(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrHeld
	}
	return err
}

// discard removes the file while it is locked: once it is unlocked it may be
// another's. Whoever has opened it meanwhile finds out in hold.
func discard(f *os.File) error {
	_ = os.Remove(f.Name()) // one left behind does no harm
	return f.Close()
}
