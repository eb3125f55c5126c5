package smp

import "github.com/nitoryu/nitoryu/smp/topology"

// SetMachine replaces the machine that the engine believes to run on.
func (e *Engine) SetMachine(m topology.Map) { e.machine = m }
