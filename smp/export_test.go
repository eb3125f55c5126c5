package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// TellPartlyAfter sets after how long a silence lines of unfinished iterations are told.
func (e *Engine) TellPartlyAfter(d time.Duration) { e.silence = d }

// Stopping reports whether the search was told to stop.
func (e *Engine) Stopping() bool { return e.stop.Load() }

// Before returns the last move of each side that was played below full strength.
func (e *Engine) Before() [2]core.Move { return e.before }

// SetBefore sets the moves that Before returns.
func (e *Engine) SetBefore(moves [2]core.Move) { e.before = moves }
