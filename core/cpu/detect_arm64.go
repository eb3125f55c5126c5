//go:build !purego

package cpu

// detect offers what every processor of this kind has.
func detect() Machine { return Machine{Best: NEON} }
