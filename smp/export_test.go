package smp

import "math/rand/v2"

// SeedChoices makes play below full strength repeatable.
func (e *Engine) SeedChoices(seed uint64) { e.random = rand.New(rand.NewPCG(seed, seed)) }

// Stopping reports whether the search was told to stop.
func (e *Engine) Stopping() bool { return e.stop.Load() }
