//go:build linux || darwin

package checkup

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the time that all processors have spent on this process, false if
// unknown.
func processorTime() (time.Duration, bool) {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
