package topology_test

import (
	"testing"
	"testing/fstest"

	"github.com/nitoryu/nitoryu/smp/topology"
)

// Whatever the system says of its nodes, every thread gets a place on one.
func FuzzRead(f *testing.F) {
	f.Add("0-1", "0-3,8", "4-7", uint8(9))
	f.Add("0", "", "0", uint8(1))
	f.Add("1", "0-65536", "65536\n", uint8(255))
	f.Add("0,1", "0-3", "2-5", uint8(3))
	f.Fuzz(func(t *testing.T, online, first, second string, threads uint8) {
		m, err := topology.Read(fstest.MapFS{
			"online":        {Data: []byte(online)},
			"node0/cpulist": {Data: []byte(first)},
			"node1/cpulist": {Data: []byte(second)},
		}, nil)
		if err != nil {
			return
		}
		seen := map[int]bool{}
		for _, n := range m {
			if len(n.Processors) == 0 {
				t.Fatalf("node %d has no processor", n.ID)
			}
			for _, p := range n.Processors {
				if seen[p] {
					t.Fatalf("processor %d belongs to two nodes", p)
				}
				seen[p] = true
			}
		}
		places := m.Spread(int(threads))
		if len(places) != int(threads) {
			t.Fatalf("%d places for %d threads", len(places), threads)
		}
		for _, at := range places {
			if at < 0 || at >= len(m) {
				t.Fatalf("place %d of %d", at, len(m))
			}
		}
		_ = m.Matters(int(threads))
	})
}
