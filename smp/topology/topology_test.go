package topology_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/nitoryu/nitoryu/smp/topology"
	"github.com/nitoryu/nitoryu/tests/must"
)

// machine is a description as Linux gives it: the contents of node/online and the
// processors of each node.
func machine(online string, cpulists ...string) fstest.MapFS {
	root := fstest.MapFS{"online": {Data: []byte(online + "\n")}}
	for id, list := range cpulists {
		root[fmt.Sprintf("node%d/cpulist", id)] = &fstest.MapFile{Data: []byte(list + "\n")}
	}
	return root
}

// Common machines.
var machines = []struct {
	name  string
	root  fstest.MapFS
	nodes []int // processors of each
}{
	{"laptop", machine("0", "0-7"), []int{8}},
	{"two processors of 64 cores with two threads each", machine("0-1", "0-63,128-191", "64-127,192-255"), []int{128, 128}},
	{"two of 18 cores, numbered in turn", machine("0-1", "0,2,4,6,8,10,12,14,16", "1,3,5,7,9,11,13,15,17"), []int{9, 9}},
	{"one processor in four quadrants", machine("0-3", "0-15,64-79", "16-31,80-95", "32-47,96-111", "48-63,112-127"), []int{32, 32, 32, 32}},
	{"two processors in four quadrants each", machine("0-7",
		"0-15,128-143", "16-31,144-159", "32-47,160-175", "48-63,176-191",
		"64-79,192-207", "80-95,208-223", "96-111,224-239", "112-127,240-255"), []int{32, 32, 32, 32, 32, 32, 32, 32}},
	{"memory without processors", machine("0-2", "0-3", "", "4-7"), []int{4, 4}},
	{"nodes of unequal size", machine("0-1", "0-5", "6-7"), []int{6, 2}},
}

func TestRead(t *testing.T) {
	for _, c := range machines {
		t.Run(c.name, func(t *testing.T) {
			m, err := topology.Read(c.root, nil)
			must.OK(t, err)
			var nodes []int
			all := 0
			seen := map[int]bool{}
			for _, n := range m {
				nodes = append(nodes, len(n.Processors))
				all += len(n.Processors)
				for _, p := range n.Processors {
					if seen[p] {
						t.Errorf("processor %d belongs to two nodes", p)
					}
					seen[p] = true
				}
			}
			if !slices.Equal(nodes, c.nodes) || m.Processors() != all {
				t.Errorf("nodes of %v processors, %d in all, want %v", nodes, m.Processors(), c.nodes)
			}
		})
	}
}

// A process that is confined sees only its own processors.
func TestConfined(t *testing.T) {
	root := machine("0-1", "0-3", "4-7")
	for _, c := range []struct {
		name   string
		usable []int
		want   topology.Map
	}{
		{"to one node", []int{4, 6}, topology.Map{{1, []int{4, 6}}}},
		{"to a part of both", []int{1, 5, 7}, topology.Map{{0, []int{1}}, {1, []int{5, 7}}}},
		{"to processors of no node", []int{9}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := topology.Read(root, c.usable)
			if !reflect.DeepEqual(m, c.want) || (err != nil) != (c.want == nil) {
				t.Errorf("got %v, error %v, want %v", m, err, c.want)
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	for _, c := range []struct {
		name string
		root fstest.MapFS
	}{
		{"nothing there", fstest.MapFS{}},
		{"no node", machine("")},
		{"nonsense", machine("none")},
		{"a node without a list", machine("0-1", "0-3")},
		{"a list that makes no sense", machine("0", "3-0")},
		{"memory alone", machine("0", "")},
		{"a processor on two nodes", machine("0-1", "0-3", "3-5")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if m, err := topology.Read(c.root, nil); err == nil {
				t.Errorf("got %v", m)
			}
		})
	}
}

// Threads fill the nodes evenly, whatever their number.
func TestSpread(t *testing.T) {
	for _, c := range machines {
		t.Run(c.name, func(t *testing.T) {
			m, err := topology.Read(c.root, nil)
			must.OK(t, err)
			for _, threads := range []int{0, 1, 2, 3, 7, 8, 31, 64, 100, 255, 256, 1000} {
				used := make([]int, len(m))
				at := m.Spread(threads)
				for _, node := range at {
					used[node]++
				}
				if len(at) != threads {
					t.Fatalf("%d places for %d threads", len(at), threads)
				}
				for i := range m {
					for j := range m {
						// The last thread of i would not have been better off on j.
						if used[i]*len(m[j].Processors) > (used[j]+1)*len(m[i].Processors) {
							t.Errorf("%d threads: %v on nodes of %v processors", threads, used, c.nodes)
						}
					}
				}
				if threads == m.Processors() {
					for i := range m {
						if used[i] != len(m[i].Processors) {
							t.Errorf("as many threads as processors: %v on nodes of %v", used, c.nodes)
						}
					}
				}
			}
		})
	}
}

func TestMatters(t *testing.T) {
	two, _ := topology.Read(machine("0-1", "0-63", "64-127"), nil)
	eight, _ := topology.Read(machines[4].root, nil)
	one, _ := topology.Read(machine("0", "0-255"), nil)
	for _, c := range []struct {
		name    string
		m       topology.Map
		threads int
		want    bool
	}{
		{"one node, all its processors", one, 256, false},
		{"one thread on two nodes", two, 1, false},
		{"a handful on two large nodes", two, 7, false},
		{"four for each node", two, 8, true},
		{"all processors of two nodes", two, 128, true},
		{"half of a small node", eight, 16, false},
		{"more than half of a small node", eight, 17, true},
	} {
		if got := c.m.Matters(c.threads); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func ExampleParseList() {
	list, err := topology.ParseList("0-3,8,10-11\n")
	fmt.Println(list, err)
	// Output: [0 1 2 3 8 10 11] <nil>
}

func FuzzParseList(f *testing.F) {
	for _, text := range []string{"", "0", "0-3,8", "3-1", "0-99999999999", "1,1", "-", "0-", ","} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := topology.ParseList(text)
		if err != nil {
			must.Has(t, err.Error(), "list")
			return
		}
		for i, n := range list {
			if n < 0 || i > 0 && n <= list[i-1] {
				t.Fatalf("%q gives %v", text, list)
			}
		}
	})
}
