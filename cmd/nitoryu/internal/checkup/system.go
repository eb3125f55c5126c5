package checkup

import (
	"io/fs"
	"strconv"
	"strings"
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

// field returns a number of a file with lines such as "MemAvailable: 24154904 kB", in bytes if
// it has that unit, nil if the file does not have it.
func (s system) field(file, name string) *uint64 {
	text := s.read(file)
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != name+":" {
			continue
		}
		n, err := strconv.ParseUint(words[1], 10, 53)
		if err != nil {
			return nil
		}
		if len(words) > 2 && words[2] == "kB" {
			n <<= 10
		}
		return &n
	}
	return nil
}

// huge returns the bytes that this process has in huge pages, false if unknown.
func (s system) huge() (sum uint64, ok bool) {
	for _, name := range []string{"AnonHugePages", "Private_Hugetlb", "Shared_Hugetlb"} {
		if n := s.field("proc/self/smaps_rollup", name); n != nil {
			sum, ok = sum+*n, true
		}
	}
	return sum, ok
}

// ticks are the times of all processors in the unit of the kernel.
type ticks struct{ all, stolen uint64 }

// times returns the times since the system was started, false if unknown. The eighth number is
// the stolen time; the first two already include the numbers behind it
// (https://docs.kernel.org/filesystems/proc.html).
func (s system) times() (t ticks, ok bool) {
	text := s.read("proc/stat")
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(line)
	if len(words) < 9 || words[0] != "cpu" {
		return ticks{}, false
	}
	for i, word := range words[1:9] {
		n, err := strconv.ParseUint(word, 10, 53)
		if err != nil {
			return ticks{}, false
		}
		t.all += n
		if i == 7 {
			t.stolen = n
		}
	}
	return t, true
}

// stolen returns what percentage of the time between from and to the host took, nil if no time
// has passed.
func stolen(from, to ticks) *float64 {
	if to.all <= from.all || to.stolen < from.stolen {
		return nil
	}
	percent := 100 * float64(to.stolen-from.stolen) / float64(to.all-from.all)
	return &percent
}
