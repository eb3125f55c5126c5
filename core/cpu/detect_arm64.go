//go:build !purego

package cpu

// detect needs no test: every arm64 processor has NEON.
func detect() Machine { return Machine{Best: NEON} }
