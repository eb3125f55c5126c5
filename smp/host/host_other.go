//go:build !linux

package host

// Quota returns false: it is unknown.
func Quota() (n float64, known bool) { return 0, false }

// Used returns 0: it is unknown.
func Used() uint64 { return 0 }
