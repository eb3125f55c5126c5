package smp

import (
	"math/rand/v2"
	"time"
)

// SeedChoices makes play below full strength repeatable.
func (e *Engine) SeedChoices(seed uint64) { e.random = rand.New(rand.NewPCG(seed, seed)) }

// TellPartlyAfter sets after how long a silence lines of unfinished iterations are told.
func (e *Engine) TellPartlyAfter(d time.Duration) { e.silence = d }

// Stopping reports whether the search was told to stop.
func (e *Engine) Stopping() bool { return e.stop.Load() }
