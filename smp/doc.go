// Package smp is the engine as an object: it owns the transposition table, the
// options of a search and a pool of threads, and answers each Go with exactly one
// result. The threads search the same position at staggered depths and share only the
// table (Lazy SMP, https://www.chessprogramming.org/Lazy_SMP).
//
// It speaks no protocol and prints nothing: results go to the caller's core.Callbacks.
// It knows games only as the values it is built with.
//
// It is not promised to other programs, and may change in any release.
package smp
