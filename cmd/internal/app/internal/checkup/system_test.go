package checkup

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/nitoryu/nitoryu/smp/host"
)

// faked returns a system with a few files.
func faked(files map[string]string) system {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return system{root}
}

// told writes a value that may be unknown.
func told[T any](v *T) string {
	if v == nil {
		return "unknown"
	}
	return fmt.Sprint(*v)
}

func TestSystem(t *testing.T) {
	linux := faked(map[string]string{
		"sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
		"proc/self/smaps_rollup":                     "00400000-7fff rollup\nRss: 900 kB\nAnonHugePages:   4096 kB\nPrivate_Hugetlb:   2048 kB\n",
	})
	bare := faked(nil)
	for _, c := range []struct{ name, got, want string }{
		{"the mode of huge pages", told(linux.transparent()), "madvise"},
		{"a kernel without huge pages", told(bare.transparent()), ""},
		{"huge pages of another system", told(system{}.transparent()), "unknown"},
		{"no such file", told(bare.field("proc/meminfo", "MemTotal")), "unknown"},
		{"bytes in huge pages", fmt.Sprint(linux.huge()), "6291456 true"},
		{"no huge pages known", fmt.Sprint(bare.huge()), "0 false"},
		{"stolen time", told(stolen(host.Ticks{All: 1000, Stolen: 40}, host.Ticks{All: 1200, Stolen: 50})), "5"},
		{"no time", told(stolen(host.Ticks{All: 1000, Stolen: 40}, host.Ticks{All: 1000, Stolen: 40})), "unknown"},
		{"time that runs back", told(stolen(host.Ticks{All: 1000, Stolen: 40}, host.Ticks{All: 1100, Stolen: 30})), "unknown"},
		{"a table in huge pages", fmt.Sprint(hugeShare(1<<20, 65<<20, 64)), "100"},
		{"a quarter", fmt.Sprint(hugeShare(1<<20, 17<<20, 64)), "25"},
		{"the heap has some too", fmt.Sprint(hugeShare(0, 80<<20, 64)), "100"},
		{"fewer than before", fmt.Sprint(hugeShare(4<<20, 0, 64)), "0"},
		{"late sleeps", fmt.Sprint(timer([]int{70, 900, 60, 80, 50})), "{5 70 900}"},
		{"no sleeps", fmt.Sprint(timer(nil)), "{0 0 0}"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}

// Whatever the files hold, reading them ends well.
func FuzzSystem(f *testing.F) {
	f.Add("cpu 1 2 3 4 5 6 7 8\n", "MemTotal: 1 kB\n", "[always]")
	f.Add("cpu", "MemTotal: 99999999999999999999 kB", "]never[")
	f.Fuzz(func(t *testing.T, stat, meminfo, enabled string) {
		s := faked(map[string]string{
			"proc/meminfo": meminfo, "sys/kernel/mm/transparent_hugepage/enabled": enabled,
		})
		if times, _ := host.ParseTicks(stat); times.Stolen > times.All {
			t.Errorf("%+v", times)
		}
		if s.transparent() == nil {
			t.Error("the mode is unknown")
		}
		s.field("proc/meminfo", "MemTotal")
	})
}
