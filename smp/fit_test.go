package smp

import (
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		name                   string
		most, used             uint64 // MiB
		engines                int
		asked                  bool
		hash, threads, allowed int
		want                   string // of the error
	}{
		{"nothing is known", 0, 0, 99, true, 1000, 1, 99, ""},
		{"much", 64 << 10, 20, 64, true, 32, 1, 64, ""},
		{"as many as fit", 1024, 20, 27, true, 32, 1, 27, ""},
		{"more than fit", 1024, 20, 28, true, 32, 1, 28, "28 engines with a hash of 32 MiB each do not fit into the 1024 MiB of this machine, but 27 do"},
		{"more than fit by default", 1024, 20, 64, false, 32, 1, 27, ""},
		{"beside a large program", 1024, 900, 64, false, 32, 1, 3, ""},
		{"threads", 1024, 24, 64, false, 32, 4, 19, ""},
		{"one always", 32, 24, 8, false, 32, 1, 1, ""},
		{"one is not refused", 32, 24, 1, true, 32, 1, 1, ""},
		{"no table", 100, 24, 8, true, 0, 1, 8, ""},
	} {
		n, err := fit(c.most<<20, c.used<<20, c.engines, c.asked, c.hash, c.threads)
		if n != c.allowed || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d, error %v", c.name, n, err)
		}
	}
}
