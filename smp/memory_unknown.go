//go:build !linux && !darwin && !windows && !wasm

package smp

// physicalMemory returns 0: unknown.
func physicalMemory() uint64 { return 0 }
