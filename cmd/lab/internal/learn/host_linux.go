package learn

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time of all threads of this process, 0 if it is unknown.
func processorTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

const lowest = 19

// Nice gives this process the lowest priority. Linux first shares processors between groups of
// processes, one for each session: if this process leads a session, as after setsid, Nice
// lowers the group, too; otherwise that would lower the whole terminal.
func Nice() error {
	// A thread inherits the priority of the thread that starts it: once all are low, new ones
	// are, too.
	for changed := true; changed; {
		changed = false
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, task := range tasks {
			id, err := strconv.Atoi(task.Name())
			if err != nil {
				continue
			}
			// The system call returns 20 minus the priority, so that it is never negative.
			had, err := unix.Getpriority(unix.PRIO_PROCESS, id)
			if err == nil && 20-had != lowest {
				changed = true
				err = unix.Setpriority(unix.PRIO_PROCESS, id, lowest)
			}
			if err != nil && !errors.Is(err, unix.ESRCH) { // the thread has ended
				return fmt.Errorf("lowering the priority: %w", err)
			}
		}
	}
	if session, err := unix.Getsid(0); err == nil && session == os.Getpid() {
		_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(lowest)), 0) // not every kernel has it
	}
	return nil
}
