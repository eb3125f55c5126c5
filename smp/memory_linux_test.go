package smp

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/sys/unix"
)

// If there is too little memory, that is an error and the old table stays.
func TestFailedHash(t *testing.T) {
	e := New()
	defer e.Close()
	if err := e.prepare(); err != nil {
		t.Fatal(err)
	}
	table := e.table
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	var pages uint64
	if _, err := fmt.Sscan(string(statm), &pages); err != nil {
		t.Fatal(err)
	}
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &old); err != nil {
		t.Fatal(err)
	}
	tight := unix.Rlimit{Cur: pages*uint64(os.Getpagesize()) + 256<<20, Max: old.Max}
	for _, c := range []struct {
		name      string
		mebibytes int
		want      string // error
		hash      int    // then
	}{
		{"too much", 700, "hash 700 MiB failed, keeping 16 MiB", 16},
		{"little", 20, "", 20},
		{"too much again", 700, "keeping 20 MiB", 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := e.SetHash(c.mebibytes); err != nil {
				t.Skip(err)
			}
			if err := unix.Setrlimit(unix.RLIMIT_AS, &tight); err != nil {
				t.Fatal(err)
			}
			err := e.prepare()
			if err := unix.Setrlimit(unix.RLIMIT_AS, &old); err != nil {
				t.Fatal(err)
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if e.hash != c.hash || e.table.Size() != c.hash<<20 {
				t.Errorf("hash %d MiB, table of %d bytes", e.hash, e.table.Size())
			}
			if same := e.table == table; same != (c.want != "") {
				t.Errorf("the old table is there: %v", same)
			}
			table = e.table
		})
	}
}

func TestGroupLimit(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  uint64
	}{
		{"no groups", nil, math.MaxUint64},
		{"no limit", map[string]string{
			"proc/self/cgroup":                     "0::/user.slice\n",
			"sys/fs/cgroup/user.slice/memory.max":  "max\n",
			"sys/fs/cgroup/other.slice/memory.max": "1000\n",
		}, math.MaxUint64},
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
		}, math.MaxUint64},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			if got := groupLimit(root); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}
