package smp

import "golang.org/x/sys/unix"

// reserved returns nil: nobody can set pages aside.
func reserved(int) *memory { return nil }

// adviseHugePages does nothing: the system has no such advice.
func adviseHugePages([]byte) string { return "plain pages" }

// physicalMemory returns the bytes of memory of this machine, 0 if unknown.
func physicalMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}
