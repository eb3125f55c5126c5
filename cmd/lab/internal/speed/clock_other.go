//go:build !linux

package speed

import (
	"errors"
	"time"
)

// timeKind says which time is measured.
const timeKind = "wall time (in bench: processor time)"

// timeOf returns the wall time: there is no portable way to get the processor time of
// another process while it runs.
func timeOf(int) (time.Duration, error) { return time.Duration(time.Now().UnixNano()), nil }

// LastCore returns -1: processes are not pinned here.
func LastCore() int { return -1 }

// pinned calls start.
func pinned(core int, start func() error) error {
	if core >= 0 {
		return errors.New("this system has no way to pin a process to a processor")
	}
	return start()
}
