package learn

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns that of all threads of this process, 0 if it is unknown.
func processorTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

const lowest = 19

// Nice makes this process the last in line for processors. Linux first shares them
// between groups of processes, one for each session: the leader of a session, as setsid makes
// one, lowers the group, others would lower the whole terminal.
func Nice() error {
	// A thread inherits from the one that starts it: once all are low, new ones are.
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
