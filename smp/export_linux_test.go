package smp

import (
	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/smp/topology"
)

// SetMachine has the engine take its machine for another one.
func (e *Engine) SetMachine(m topology.Map) { e.machine = m }

// Affinities returns the processors on which each thread of the pool may run.
func (e *Engine) Affinities() (list [][]int) {
	for _, t := range e.pool {
		got := make(chan []int)
		t.jobs <- func() {
			var set unix.CPUSet
			var processors []int
			if unix.SchedGetaffinity(0, &set) == nil {
				for i := range 64 * len(set) {
					if set.IsSet(i) {
						processors = append(processors, i)
					}
				}
			}
			got <- processors
		}
		list = append(list, <-got)
	}
	return list
}
