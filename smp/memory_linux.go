package smp

import (
	"math"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/smp/cgroup"
)

// reserved maps size bytes from the huge pages that the administrator has reserved, nil
// if there are too few
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

// adviseHugePages asks for transparent huge pages and returns which kind of pages the
// kernel gives.
func adviseHugePages(b []byte) string {
	err := unix.Madvise(b, unix.MADV_HUGEPAGE)
	mode, _ := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || strings.Contains(string(mode), "[never]") {
		return "plain pages"
	}
	return "transparent huge pages"
}

// physicalMemory returns the bytes of memory that this process may use, 0 if unknown:
// those of the machine or, in a container, of its control group.
func physicalMemory() uint64 {
	most, limited := cgroup.Memory(os.DirFS("/"))
	if !limited {
		most = math.MaxUint64
	}
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err == nil {
		most = min(most, uint64(info.Totalram)*uint64(info.Unit)) //nolint:unconvert // it has 32 bits on some machines
	}
	if most == math.MaxUint64 {
		return 0
	}
	return most
}

// mostThreads returns how many search threads the control groups of this process allow,
// false if they set no limit. A thread too many would end the program.
func mostThreads() (n int, limited bool) {
	more, limited := cgroup.Threads(os.DirFS("/"))
	own, err := os.ReadDir("/proc/self/task")
	if !limited || err != nil {
		return 0, false
	}
	return max(1, more+len(own)-otherThreads), true
}

// otherThreads is how many threads the program has besides those that search, with some to
// spare: of the runtime, and for whatever blocks.
const otherThreads = 24
