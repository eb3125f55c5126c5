package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime returns the processor time that a process has used, all its threads together.
// The number of its clock is made as by clock_getcpuclockid. The files of /proc round to
// hundredths of a second, or omit threads that have ended.
func processTime(pid int) (time.Duration, error) {
	const processClock = 2
	var t unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|processClock), &t)
	return time.Duration(t.Nano()), err
}
