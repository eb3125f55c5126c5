package smp_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Table and threads fit into the memory together with the program, or are refused.
func TestRoom(t *testing.T) {
	const mib = 1 << 20
	type set struct {
		hash, threads int    // 0: left
		want          string // of the error, "": none
	}
	for _, c := range []struct {
		name       string
		most, used uint64 // MiB
		sets       []set
	}{
		{"nothing is known", 0, 0, []set{{100_000, 0, ""}, {0, 128, ""}}},
		{"much", 16 << 10, 20, []set{{8 << 10, 0, ""}, {0, 64, ""}}},
		{"more than there is", 100, 20, []set{{101, 0, "hash 101 MiB is more than the 100 MiB of this machine, keeping 16 MiB"}}},
		{"what fits alone", 100, 20, []set{{96, 0, "hash 96 MiB is too much beside 1 thread and the program: of the 100 MiB of this machine they leave 71, keeping 16 MiB"}}},
		{"what fits", 100, 20, []set{{71, 0, ""}, {72, 0, "they leave 71, keeping 71"}}},
		{"beside many threads", 200, 20, []set{{0, 16, ""}, {100, 0, "they leave 96, keeping 16"}, {96, 0, ""}}},
		{"many threads", 512, 20, []set{{0, 128, "threads 128 are too many beside a hash of 16 MiB and the program in the 512 MiB of this machine, keeping 1"}, {0, 64, ""}}},
		{"threads beside a table", 512, 20, []set{{400, 0, ""}, {0, 18, "threads 18 are too many beside a hash of 400 MiB"}, {0, 17, ""}}},
		{"beside a large network", 512, 300, []set{{256, 0, "they leave 207, keeping 16"}, {200, 0, ""}}},
		{"less is always allowed", 30, 20, []set{{8, 0, ""}, {9, 0, "keeping 8"}, {0, 2, "threads 2 are too many"}}},
		{"less than nothing", 16, 20, []set{{8, 0, ""}, {4, 0, ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := smp.New()
			defer e.Close()
			e.SetMemory(c.most*mib, c.used*mib)
			for _, s := range c.sets {
				var err error
				if s.hash > 0 {
					err = e.SetHash(s.hash)
				}
				if s.threads > 0 {
					err = e.SetThreads(s.threads)
				}
				if (err == nil) != (s.want == "") || err != nil && !strings.Contains(err.Error(), s.want) {
					t.Errorf("hash %d, threads %d: error %v, want %q", s.hash, s.threads, err, s.want)
				}
			}
		})
	}
}

// A table for which there is no room when it is made, as networks have come in between, is smaller, and
// that is told.
func TestSmallerTable(t *testing.T) {
	const mib = 1 << 20
	e := games.NewEngine()
	defer e.Close()
	start := games.Chess().Start(core.Settings{})
	e.SetMemory(100*mib, 20*mib)
	must.OK(t, e.SetHash(64))
	e.SetMemory(100*mib, 85*mib)
	if err := e.Prepare(start); err == nil || err.Error() != "hash 64 MiB is too much for the memory of this machine, using 10 MiB" {
		t.Errorf("error %v", err)
	}
	if err := e.Prepare(start); err != nil {
		t.Errorf("told again: %v", err)
	}
}
