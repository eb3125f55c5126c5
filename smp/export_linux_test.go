package smp

import "github.com/nitoryu/nitoryu/smp/topology"

// SetMachine has the engine take its machine for another one.
func (e *Engine) SetMachine(m topology.Map) { e.machine = m }
