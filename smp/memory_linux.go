package smp

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// reserved maps size bytes from the huge pages that the administrator has set
// aside, nil if these do not suffice
// (https://docs.kernel.org/admin-guide/mm/hugetlbpage.html).
func reserved(size int) *memory {
	whole := (size + hugePage - 1) / hugePage * hugePage
	mapping, err := unix.Mmap(-1, 0, whole, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_HUGETLB|21<<unix.MAP_HUGE_SHIFT) // of 2^21 bytes
	if err != nil {
		return nil
	}
	return &memory{bytes: mapping[:size:size], mapping: mapping, pages: "huge pages"}
}

// adviseHugePages asks for transparent huge pages and says whether the kernel has
// them; one without is as well.
func adviseHugePages(b []byte) string {
	err := unix.Madvise(b, unix.MADV_HUGEPAGE)
	mode, _ := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || strings.Contains(string(mode), "[never]") {
		return "plain pages"
	}
	return "transparent huge pages"
}

// physicalMemory returns the bytes of memory of this machine, 0 if unknown.
func physicalMemory() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}
