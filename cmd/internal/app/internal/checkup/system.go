package checkup

import (
	"io/fs"
	"strings"

	"github.com/nitoryu/nitoryu/smp/host"
)

// system is the file system in which Linux describes itself; nil on other systems.
type system struct{ fs.FS }

// read returns the text of a file, "" if it cannot be read.
func (s system) read(name string) string {
	if s.FS == nil {
		return ""
	}
	data, err := fs.ReadFile(s.FS, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// transparent returns the mode of transparent huge pages, "" if the kernel has none, nil if
// unknown (https://docs.kernel.org/admin-guide/mm/transhuge.html).
func (s system) transparent() *string {
	if s.FS == nil {
		return nil
	}
	text := s.read("sys/kernel/mm/transparent_hugepage/enabled")
	_, mode, _ := strings.Cut(text, "[")
	mode, _, _ = strings.Cut(mode, "]")
	return &mode
}

// field returns a number of a file, nil if the file does not have it.
func (s system) field(file, name string) *uint64 { return host.Field(s.read(file), name) }

// huge returns the bytes that this process has in huge pages, false if unknown.
func (s system) huge() (sum uint64, ok bool) {
	for _, name := range []string{"AnonHugePages", "Private_Hugetlb", "Shared_Hugetlb"} {
		if n := s.field("proc/self/smaps_rollup", name); n != nil {
			sum, ok = sum+*n, true
		}
	}
	return sum, ok
}

// stolen returns what percentage of the time between from and to the host took, nil if no time
// has passed.
func stolen(from, to host.Ticks) *float64 {
	if to.All <= from.All || to.Stolen < from.Stolen {
		return nil
	}
	percent := 100 * float64(to.Stolen-from.Stolen) / float64(to.All-from.All)
	return &percent
}
