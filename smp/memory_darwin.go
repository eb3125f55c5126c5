package smp

import "golang.org/x/sys/unix"

// adviseHugePages does nothing: the system has no such advice.
func adviseHugePages([]byte) {}

// physicalMemory returns the bytes of memory of this machine, 0 if unknown.
func physicalMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}
