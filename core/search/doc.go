// Package search is one thread's search: iterative deepening, aspiration
// windows, principal variation search, quiescence, pruning and reductions, over
// any game that core.Game describes and with the numbers of core/params.
//
// It knows no game by name, starts no goroutine, prints nothing and reads no
// clock: a Worker asks its Control when to stop and tells it what it found. All
// threads of a Lazy SMP search run the same code on the same table.
package search
