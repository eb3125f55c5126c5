package smp

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memory is zeroed memory outside the garbage collector's sight.
type memory struct {
	bytes []byte
	base  uintptr
}

// allocate reserves and commits size bytes, aligned to 64 KiB.
func allocate(size int) (*memory, error) {
	base, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, fmt.Errorf("allocating %d MiB: %w", size>>20, err)
	}
	// The detour keeps vet from taking the system's address for a Go pointer.
	start := *(*unsafe.Pointer)(unsafe.Pointer(&base))
	return &memory{bytes: unsafe.Slice((*byte)(start), size), base: base}, nil
}

// free gives the memory back; nobody may use it any more.
func (m *memory) free() {
	_ = windows.VirtualFree(m.base, 0, windows.MEM_RELEASE) // fails only for what was not allocated
	m.bytes, m.base = nil, 0
}

// physicalMemory returns the bytes of memory of this machine, 0 if unknown:
// then the system itself refuses what it cannot commit.
func physicalMemory() uint64 { return 0 }
