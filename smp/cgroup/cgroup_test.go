package cgroup_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/nitoryu/nitoryu/smp/cgroup"
)

// system returns a file system with a few files.
func system(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestMemory(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  uint64
	}{
		{"no groups", nil, 0},
		{"no limit", map[string]string{
			"proc/self/cgroup":                     "0::/user.slice\n",
			"sys/fs/cgroup/user.slice/memory.max":  "max\n",
			"sys/fs/cgroup/other.slice/memory.max": "1000\n",
		}, 0},
		{"its own group", map[string]string{
			"proc/self/cgroup": "0::/user.slice/games.scope\n",
			"sys/fs/cgroup/user.slice/games.scope/memory.max": "2147483648\n",
			"sys/fs/cgroup/user.slice/memory.max":             "4294967296\n",
		}, 2 << 30},
		{"a group around it", map[string]string{
			"proc/self/cgroup": "0::/user.slice/games.scope\n",
			"sys/fs/cgroup/user.slice/games.scope/memory.max": "max\n",
			"sys/fs/cgroup/user.slice/memory.max":             "4294967296\n",
		}, 4 << 30},
		{"a container that sees its own group as the top", map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "1073741824\n",
		}, 1 << 30},
		{"version 1, with the path of the host", map[string]string{
			"proc/self/cgroup":                           "12:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912\n",
			"sys/fs/cgroup/cpu/memory.limit_in_bytes":    "1\n",
		}, 512 << 20},
		{"nonsense", map[string]string{
			"proc/self/cgroup":         "0::\n::\nx\n",
			"sys/fs/cgroup/memory.max": "-3\n",
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, limited := cgroup.Memory(system(c.files)); got != c.want || limited != (c.want > 0) {
				t.Errorf("%d, %v, want %d", got, limited, c.want)
			}
		})
	}
}

func TestProcessors(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  float64 // 0: no limit
	}{
		{"no groups", nil, 0},
		{"no limit", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"}, 0},
		{"one and a half", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "150000 100000\n"}, 1.5},
		{"the least of the groups around", map[string]string{
			"proc/self/cgroup":              "0::/a/b\n",
			"sys/fs/cgroup/a/b/cpu.max":     "400000 100000\n",
			"sys/fs/cgroup/a/cpu.max":       "200000 100000\n",
			"sys/fs/cgroup/another/cpu.max": "1000 100000\n",
		}, 2},
		{"version 1", map[string]string{
			"proc/self/cgroup":                    "4:memory:/x\n3:cpu,cpuacct:/docker/abc\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":  "50000\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, 0.5},
		{"version 1 without a limit", map[string]string{
			"proc/self/cgroup":                    "3:cpu:/\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":  "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, 0},
		{"nonsense", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "0 0\n"}, 0},
		{"half a line", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "1000"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, limited := cgroup.Processors(system(c.files)); got != c.want || limited != (c.want > 0) {
				t.Errorf("%v, %v, want %v", got, limited, c.want)
			}
		})
	}
}

func TestThreads(t *testing.T) {
	for _, c := range []struct {
		name    string
		files   map[string]string
		want    int
		limited bool
	}{
		{"no groups", nil, 0, false},
		{"no limit", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/pids.max": "max\n", "sys/fs/cgroup/pids.current": "9\n"}, 0, false},
		{"some are left", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/pids.max": "100\n", "sys/fs/cgroup/pids.current": "9\n"}, 91, true},
		{"none is left", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/pids.max": "5\n", "sys/fs/cgroup/pids.current": "9\n"}, 0, true},
		{"the group around has fewer", map[string]string{
			"proc/self/cgroup":           "0::/a\n",
			"sys/fs/cgroup/pids.max":     "50\n",
			"sys/fs/cgroup/pids.current": "40\n",
			"sys/fs/cgroup/a/pids.max":   "30\n", "sys/fs/cgroup/a/pids.current": "5\n",
		}, 10, true},
		{"version 1", map[string]string{"proc/self/cgroup": "8:pids:/x\n3:cpu:/x\n", "sys/fs/cgroup/pids/x/pids.max": "64\n", "sys/fs/cgroup/pids/x/pids.current": "4\n"}, 60, true},
		{"nonsense", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/pids.max": "-7\n", "sys/fs/cgroup/pids.current": "many\n"}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, limited := cgroup.Threads(system(c.files)); got != c.want || limited != c.limited {
				t.Errorf("%d, %v, want %d, %v", got, limited, c.want, c.limited)
			}
		})
	}
}

func ExampleProcessors() {
	fmt.Println(cgroup.Processors(fstest.MapFS{
		"proc/self/cgroup":      {Data: []byte("0::/\n")},
		"sys/fs/cgroup/cpu.max": {Data: []byte("250000 100000\n")},
	}))
	// Output: 2.5 true
}

// Whatever the files hold, a limit is above 0.
func FuzzProcessors(f *testing.F) {
	f.Add("0::/\n", "max 100000\n", "-1", "100000")
	f.Add("0::/a/../..\n1:cpu:b\n", "150000 100000\n", "50000", "0")
	f.Fuzz(func(t *testing.T, groups, second, quota, period string) {
		n, limited := cgroup.Processors(system(map[string]string{
			"proc/self/cgroup": groups, "sys/fs/cgroup/cpu.max": second,
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us": quota, "sys/fs/cgroup/cpu/cpu.cfs_period_us": period,
		}))
		if limited != (n > 0) {
			t.Errorf("%v, %v", n, limited)
		}
	})
}
