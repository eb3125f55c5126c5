package smp

import "sync/atomic"

// counter is the node count of one thread as the others see it. It has one
// writer and a cache line pair of its own, so that counting disturbs nobody:
// counters side by side cost a third of the speed.
type counter struct {
	_     [64]byte
	nodes atomic.Uint64
	_     [120]byte
}
