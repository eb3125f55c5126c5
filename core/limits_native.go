//go:build !wasm

package core

// Bounds of what one engine may be given.
const (
	MaxThreads = 1024    // of a search
	MaxHash    = 1 << 25 // MiB of the transposition table
)
