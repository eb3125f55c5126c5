package host

import (
	"testing"
	"testing/fstest"
)

func TestQuota(t *testing.T) {
	for _, c := range []struct {
		name, groups, limit string
		want                float64
		known               bool
	}{
		{"a quota", "0::/box\n", "150000 100000\n", 1.5, true},
		{"no quota", "0::/\n", "max 100000\n", 0, true},
		{"no groups", "", "", 0, false},
	} {
		root := fstest.MapFS{}
		for name, text := range map[string]string{"proc/self/cgroup": c.groups, "sys/fs/cgroup/cpu.max": c.limit} {
			if text != "" {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		if n, known := quota(root); n != c.want || known != c.known {
			t.Errorf("%s: %v, %v, want %v, %v", c.name, n, known, c.want, c.known)
		}
	}
}

func TestUsed(t *testing.T) {
	if Used() == 0 {
		t.Error("nothing is known of this process")
	}
}
