package smp

import "github.com/nitoryu/nitoryu/smp/topology"

// Machine returns the memory nodes of this machine, none if they are unknown.
func (e *Engine) Machine() topology.Map {
	e.lockIdle()
	defer e.mu.Unlock()
	return e.machine
}

// Pages returns the kind of memory pages that were requested for the table, "" before
// there is a table.
func (e *Engine) Pages() string {
	e.lockIdle()
	defer e.mu.Unlock()
	if e.memory == nil {
		return ""
	}
	return e.memory.pages
}
