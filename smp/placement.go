package smp

import (
	"runtime"

	"github.com/nitoryu/nitoryu/smp/topology"
)

// placement says for each thread of a pool where it runs. An empty placement leaves the choice to
// the system.
type placement []seat

// seat is a memory node, and its processors.
type seat struct {
	node       int
	processors []int
}

// place spreads threads over the nodes of a machine, if that is useful.
func place(m topology.Map, threads int) placement {
	if !m.Matters(threads) {
		return nil
	}
	p := make(placement, threads)
	for thread, node := range m.Spread(threads) {
		p[thread] = seat{node, m[node].Processors}
	}
	return p
}

// enter binds the calling goroutine for good to the processors of the thread with that
// number. Memory that the goroutine touches first is then memory of that node. Systems
// that cannot bind threads ignore it.
func (p placement) enter(thread int) {
	if thread < len(p) {
		runtime.LockOSThread()
		bind(p[thread].processors)
	}
}

// node returns the memory node of the thread with that number, 0 if the system chooses.
func (p placement) node(thread int) int {
	if thread < len(p) {
		return p[thread].node
	}
	return 0
}
