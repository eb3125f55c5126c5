package host

import (
	"strconv"
	"strings"
)

// Field returns the number with a name from a text of Linux with lines such as "MemAvailable: 24154904 kB", kB
// turned into bytes; nil without such a line.
func Field(text, name string) *uint64 {
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

// Ticks are times of all processors since the system was started, in hundredths of a second.
type Ticks struct {
	All    uint64
	Stolen uint64 // from this virtual machine: its host ran something else
}

// ParseTicks reads the text of Linux's /proc/stat, false if it does not tell. The eighth number
// is the stolen time; the first two already include the numbers behind it
// (https://docs.kernel.org/filesystems/proc.html).
func ParseTicks(text string) (t Ticks, ok bool) {
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(line)
	if len(words) < 9 || words[0] != "cpu" {
		return Ticks{}, false
	}
	for i, word := range words[1:9] {
		n, err := strconv.ParseUint(word, 10, 53)
		if err != nil {
			return Ticks{}, false
		}
		t.All += n
		if i == 7 {
			t.Stolen = n
		}
	}
	return t, true
}
