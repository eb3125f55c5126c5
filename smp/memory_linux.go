package smp

import "golang.org/x/sys/unix"

// adviseHugePages asks for transparent huge pages; a kernel without them is as
// well.
func adviseHugePages(b []byte) { _ = unix.Madvise(b, unix.MADV_HUGEPAGE) }

// physicalMemory returns the bytes of memory of this machine, 0 if unknown.
func physicalMemory() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}
