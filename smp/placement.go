package smp

import (
	"runtime"

	"github.com/nitoryu/nitoryu/smp/topology"
)

// placement says on which processors each thread of a pool runs. An empty one
// leaves that to the system.
type placement [][]int

// place spreads threads over the nodes of a machine, if that is of any use.
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

// enter binds the calling goroutine, for as long as it lives, to where the thread
// with that number belongs. What it touches first then lies in the memory of that
// node. A system that does not let itself be told is as well.
func (p placement) enter(thread int) {
	if thread < len(p) {
		runtime.LockOSThread()
		bind(p[thread])
	}
}
