//go:build !linux && !darwin && !windows

package smp

import "unsafe"

// memory is zeroed memory.
type memory struct {
	bytes []byte
	pages string // kind of pages
}

// allocate returns size bytes aligned to a cache line.
func allocate(size int) (*memory, error) {
	b := make([]byte, size+64)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & 63)
	return &memory{bytes: b[skip : skip+size : skip+size], pages: "plain pages"}, nil
}

// free drops the memory, which must not be used any more.
func (m *memory) free() { m.bytes = nil }

// mostThreads returns "": no limit is known.
func mostThreads(int) (most int, bound string) { return 0, "" }
