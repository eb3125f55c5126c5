package smp

import "github.com/nitoryu/nitoryu/core"

// Stopping reports whether the search was told to stop.
func (e *Engine) Stopping() bool { return e.stop.Load() }

// Before returns the last move of each side that was played below full strength.
func (e *Engine) Before() [2]core.Move { return e.before }

// SetBefore sets the moves that Before returns.
func (e *Engine) SetBefore(moves [2]core.Move) { e.before = moves }
