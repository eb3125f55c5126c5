package smp

import (
	"math"
	"os"
	"strconv"
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

// mostThreads returns how many search threads the system allows this process, and what sets
// that bound, "" if nothing does. now is their present number. One thread too many would
// end the program.
func mostThreads(now int) (most int, bound string) {
	most = math.MaxInt
	lower := func(n int, what string) {
		if n < most {
			most, bound = max(1, n), what
		}
	}
	own, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return most, ""
	}
	if more, limited := cgroup.Threads(os.DirFS("/")); limited {
		lower(more+len(own)-otherThreads, "the control groups of this process allow")
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) == nil && min(limit.Cur, addressable) < 1<<62 {
		room := int64(min(limit.Cur, addressable)) - addressSpace() - otherSpace
		lower(now+int(room/threadSpace), "have room in the address space of this process (ulimit -v)")
	}
	if unix.Getrlimit(unix.RLIMIT_NPROC, &limit) == nil && limit.Cur < math.MaxInt32 && os.Getuid() != 0 {
		lower(int(limit.Cur)-threadsOfUser()+len(own)-otherThreads, "the limit of processes of this user allows (ulimit -u)")
	}
	return most, bound
}

// otherThreads is the number of threads besides the search threads, with some to spare:
// for the runtime, and for calls that block.
const otherThreads = 24

// Address space in bytes. With 64 threads, each thread took 17 MiB in chess and 27 in
// shogi; the rest is for what the runtime reserves ahead.
const (
	threadSpace = 40 << 20
	otherSpace  = 256 << 20 // kept for everything else

	// addressable is the least that a 32-bit program has; with 64 bits it is no
	// limit.
	addressable = 3 << 30 << (strconv.IntSize - 32)
)

// addressSpace returns the bytes of address space that the process takes.
func addressSpace() int64 {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _, _ := strings.Cut(string(statm), " ")
	n, err := strconv.ParseInt(pages, 10, 64)
	if err != nil {
		return 0
	}
	return n * int64(os.Getpagesize())
}

// threadsOfUser returns how many threads the user of this process has, in all processes.
func threadsOfUser() int {
	folders, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	total := 0
	for _, f := range folders {
		if _, err := strconv.Atoi(f.Name()); err != nil {
			continue
		}
		var s unix.Stat_t
		if unix.Stat("/proc/"+f.Name(), &s) != nil || int(s.Uid) != os.Getuid() {
			continue
		}
		if tasks, err := os.ReadDir("/proc/" + f.Name() + "/task"); err == nil {
			total += len(tasks)
		}
	}
	return total
}
