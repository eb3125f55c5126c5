package smp

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/tests/must"
)

// If there is too little memory, that is an error and the old table stays.
func TestFailedHash(t *testing.T) {
	e := New()
	defer e.Close()
	must.OK(t, e.prepare())
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
	must.OK(t, unix.Getrlimit(unix.RLIMIT_AS, &old))
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
			must.OK(t, unix.Setrlimit(unix.RLIMIT_AS, &tight))
			err := e.prepare()
			must.OK(t, unix.Setrlimit(unix.RLIMIT_AS, &old))
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
