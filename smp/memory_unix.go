//go:build linux || darwin

package smp

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size and alignment of the large pages of the common 64-bit
// processors.
const hugePage = 2 << 20

// memory is zeroed memory outside the garbage collector's sight.
type memory struct {
	bytes   []byte
	mapping []byte
	pages   string // what kind of pages it lies in
}

// allocate maps size bytes in huge pages, or at least aligned for them and asking
// for them: a table in 4 KiB pages spends half its time in page walks.
func allocate(size int) (*memory, error) {
	if m := reserved(size); m != nil {
		return m, nil
	}
	mapping, err := unix.Mmap(-1, 0, size+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("mapping %d MiB: %w", size>>20, err)
	}
	start := uintptr(unsafe.Pointer(unsafe.SliceData(mapping)))
	skip := int((hugePage - start%hugePage) % hugePage)
	m := &memory{bytes: mapping[skip : skip+size : skip+size], mapping: mapping}
	m.pages = adviseHugePages(m.bytes)
	return m, nil
}

// free gives the memory back; nobody may use it any more.
func (m *memory) free() {
	_ = unix.Munmap(m.mapping) // fails only for what is not a mapping
	m.bytes, m.mapping = nil, nil
}
