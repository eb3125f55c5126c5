//go:build purego || !amd64

package tt

// prefetch does nothing on this platform.
func prefetch(*bucket) {}
