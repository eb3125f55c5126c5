package topology

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Node is a group of processors that have memory of their own.
type Node struct {
	ID         int   // as the system numbers it
	Processors []int // processors that may be used, ascending, at least one
}

// Map lists the nodes with processors that may be used, by their ID.
type Map []Node

// Read returns the nodes described below root, which is /sys/devices/system/node
// on Linux (https://docs.kernel.org/admin-guide/mm/numaperf.html). A process may be
// confined to some processors: usable lists the processors that it may use, nil means
// all. Without any node, or with a description that makes no sense, it returns an
// error.
func Read(root fs.FS, usable []int) (Map, error) {
	online, err := readList(root, "online")
	if err != nil {
		return nil, err
	}
	var m Map
	owner := map[int]int{}
	for _, id := range online {
		processors, err := readList(root, fmt.Sprintf("node%d/cpulist", id))
		if err != nil {
			return nil, err
		}
		for _, p := range processors {
			if other, taken := owner[p]; taken {
				return nil, fmt.Errorf("processor %d belongs to nodes %d and %d", p, other, id)
			}
			owner[p] = id
		}
		if usable != nil {
			processors = slices.DeleteFunc(processors, func(p int) bool { return !slices.Contains(usable, p) })
		}
		if len(processors) > 0 { // else memory alone, or all of it forbidden
			m = append(m, Node{id, processors})
		}
	}
	if len(m) == 0 {
		return nil, fmt.Errorf("none of the nodes %v has a processor that may be used", online)
	}
	return m, nil
}

// Processors returns the number of processors of all nodes.
func (m Map) Processors() (n int) {
	for i := range m {
		n += len(m[i].Processors)
	}
	return n
}

// Matters reports whether that many threads should be bound to nodes. A few threads
// are better left to the system, which keeps them together: up to half of the largest
// node, and with fewer than four threads for each node, there is nothing to spread.
func (m Map) Matters(threads int) bool {
	largest := 0
	for i := range m {
		largest = max(largest, len(m[i].Processors))
	}
	return len(m) > 1 && (2*threads > largest || threads >= 4*len(m))
}

// Spread returns for each thread the index of its node: nodes are filled evenly,
// in proportion to their processors, even with more threads than processors.
func (m Map) Spread(threads int) []int {
	at := make([]int, threads)
	used := make([]int, len(m))
	for t := range at {
		best := 0
		for i := range m {
			// The node that is least full with one more thread, by exact cross
			// multiplication.
			if (used[i]+1)*len(m[best].Processors) < (used[best]+1)*len(m[i].Processors) {
				best = i
			}
		}
		used[best]++
		at[t] = best
	}
	return at
}

// readList reads a file that holds a list.
func readList(root fs.FS, name string) ([]int, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	list, err := ParseList(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// most is the largest number in a list; the kernel knows far fewer processors.
const most = 1 << 16

// ParseList reads a list of numbers as the kernel writes it, such as
// "0-3,8,10-11", ascending. An empty text is an empty list.
func ParseList(text string) ([]int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.ParseUint(first, 10, 32)
		to, err2 := strconv.ParseUint(last, 10, 32)
		if err1 != nil || err2 != nil || from > to || to > most || len(list) > 0 && int(from) <= list[len(list)-1] {
			return nil, fmt.Errorf("%q is not a list of ascending numbers", text)
		}
		for n := from; n <= to; n++ {
			list = append(list, int(n))
		}
	}
	return list, nil
}
