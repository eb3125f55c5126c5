package smp

import "golang.org/x/sys/unix"

// reserved returns nil: the system has no reserved pages.
func reserved(int) *memory { return nil }

// adviseHugePages does nothing: the system takes no such advice.
func adviseHugePages([]byte) string { return "plain pages" }

// physicalMemory returns the bytes of memory of this machine, 0 if unknown.
func physicalMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}

// mostThreads returns "": no limit is known.
func mostThreads(int) (most int, bound string) { return 0, "" }
