package smp

import (
	"runtime"

	"github.com/nitoryu/nitoryu/smp/topology"
)

// placement lists the processors for each thread of a pool. An empty placement leaves
// the choice to the system.
type placement [][]int

// place spreads threads over the nodes of a machine, if that is useful.
func place(m topology.Map, threads int) placement {
	if !m.Matters(threads) {
		return nil
	}
	p := make(placement, threads)
	for thread, node := range m.Spread(threads) {
		p[thread] = m[node].Processors
	}
	return p
}

// enter binds the calling goroutine for good to the processors of the thread with that
// number. Memory that the goroutine touches first is then memory of that node. Systems
// that cannot bind threads ignore it.
func (p placement) enter(thread int) {
	if thread < len(p) {
		runtime.LockOSThread()
		bind(p[thread])
	}
}
