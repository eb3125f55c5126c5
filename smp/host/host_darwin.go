package host

import "golang.org/x/sys/unix"

// Memory returns the bytes of memory of this machine, 0 if unknown.
func Memory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}
