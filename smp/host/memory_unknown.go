//go:build !linux && !darwin && !wasm

package host

// Memory returns 0, unknown. Windows itself refuses what it cannot commit.
func Memory() uint64 { return 0 }
