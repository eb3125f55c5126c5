//go:build !linux

package host

// Quota returns false: the quota is unknown.
func Quota() (n float64, known bool) { return 0, false }

// Used returns 0: the amount is unknown.
func Used() uint64 { return 0 }
