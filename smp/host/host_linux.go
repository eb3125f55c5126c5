package host

import (
	"io/fs"
	"math"
	"os"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/smp/cgroup"
)

// Quota returns the limit of processor time in processors, 0 for no limit. known is false
// if the system does not tell.
func Quota() (n float64, known bool) { return quota(os.DirFS("/")) }

func quota(root fs.FS) (n float64, known bool) {
	if _, err := fs.Stat(root, "proc/self/cgroup"); err != nil {
		return 0, false
	}
	n, _ = cgroup.Processors(root)
	return n, true
}

// Memory returns the bytes of memory that this process may use, 0 if unknown: the memory
// of the machine or, in a container, the limit of its control groups.
func Memory() uint64 {
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

// Used returns the bytes of memory that this process takes, except for what the system can
// read from files again; 0 if unknown.
func Used() uint64 {
	status, _ := os.ReadFile("/proc/self/status")
	if n := Field(string(status), "RssAnon"); n != nil {
		return *n
	}
	return 0
}
