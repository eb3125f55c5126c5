package smp

import (
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
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
	most := groupLimit(os.DirFS("/"))
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err == nil {
		most = min(most, uint64(info.Totalram)*uint64(info.Unit)) //nolint:unconvert // it has 32 bits on some machines
	}
	if most == math.MaxUint64 {
		return 0
	}
	return most
}

// groupLimit returns the memory limit of the control groups of this process, the
// largest number if there is none (https://docs.kernel.org/admin-guide/cgroup-v2.html).
// root is the root of the file system.
func groupLimit(root fs.FS) uint64 {
	least := uint64(math.MaxUint64)
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		top, file := "sys/fs/cgroup", "memory.max"
		if fields[0] != "0" {
			if !slices.Contains(strings.Split(fields[1], ","), "memory") {
				continue
			}
			top, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes" // version 1
		}
		// Limits of enclosing groups hold, too. In a container the path may be that of
		// the host, of which only the top is visible.
		for at := path.Clean("/" + fields[2]); ; at = path.Dir(at) {
			text, err := fs.ReadFile(root, path.Join(top, at, file))
			if n, bad := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && bad == nil {
				least = min(least, n)
			}
			if at == "/" {
				break
			}
		}
	}
	return least
}
