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

// memory is zeroed memory outside of the garbage collector.
type memory struct {
	bytes   []byte
	mapping []byte
	pages   string // kind of pages
}

// allocate maps size bytes in reserved huge pages or, without these, aligned for
// transparent huge pages: a table in 4 KiB pages spends half its time in page walks.
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

// free unmaps the memory, which must not be used any more.
func (m *memory) free() {
	_ = unix.Munmap(m.mapping) // fails only for what is not a mapping
	m.bytes, m.mapping = nil, nil
}
