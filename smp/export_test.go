package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
)

// SetPartialAfter sets the time without a report after which lines of unfinished
// iterations are reported.
func (e *Engine) SetPartialAfter(d time.Duration) { e.partialAfter = d }

// ShareFrom sets the number of threads from which they share histories.
func (e *Engine) ShareFrom(threads int) { e.shareFrom = threads }

// Shared returns the number of memory nodes whose threads share histories.
func (e *Engine) Shared() int { return len(e.shared) }

// SetMemory replaces the bytes of memory that the engine believes to have, and to take.
func (e *Engine) SetMemory(most, used uint64) {
	e.memoryOf = func() (uint64, uint64) { return most, used }
}

// Stopping reports whether the search was told to stop.
func (e *Engine) Stopping() bool { return e.stop.Load() }

// LastMoves returns the last moves of each side that were played below full strength.
func (e *Engine) LastMoves() [2]strength.Memory { return e.lastMoves }

// SetLastMoves sets the moves that LastMoves returns.
func (e *Engine) SetLastMoves(moves [2]strength.Memory) { e.lastMoves = moves }

// NodeClock returns what is left on the clock of a side, 0 before its first move.
func (e *Engine) NodeClock(side core.Color) time.Duration { return e.nodeClock.sides[side].left }

// Deadlines returns when the search has to end if it is settled, and as it is.
func (e *Engine) Deadlines() (settled, now time.Duration) {
	settled, _ = e.running.time.Deadline(false)
	now, _ = e.running.deadline()
	return settled, now
}
