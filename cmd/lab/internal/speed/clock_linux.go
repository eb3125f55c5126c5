package speed

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// timeKind says which time is measured.
const timeKind = "processor time"

// processClock, combined with the inverted number of a process, is the clock of the
// processor time of all its threads, as clock_getcpuclockid computes it. The files of
// /proc round to hundredths of a second, or omit threads that have ended.
const processClock = 2

// timeOf returns the processor time that a process has used.
func timeOf(pid int) (time.Duration, error) {
	var t unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|processClock), &t)
	return time.Duration(t.Nano()), err
}

// LastCore returns the last of the processors that this process may use, which handles
// fewest interrupts; -1 if it is unknown.
func LastCore() int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return -1
	}
	last := 64*len(set) - 1
	for last >= 0 && !set.IsSet(last) {
		last--
	}
	return last
}

// pinned calls start, which starts a process, so that all threads of the process stay on
// one processor. A process inherits this from the thread that starts it; pinning it later
// would miss threads.
func pinned(core int, start func() error) error {
	if core < 0 {
		return start()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("asking for processors: %w", err)
	}
	one.Set(core)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return fmt.Errorf("pinning to processor %d: %w", core, err)
	}
	return errors.Join(start(), unix.SchedSetaffinity(0, &before))
}
