//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package mapped

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file of that size. Reading ahead would fetch pages that nobody
// needs.
func mapFile(f *os.File, size int) (*File, error) {
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	_ = unix.Madvise(b, unix.MADV_RANDOM)
	return &File{b, unix.Munmap}, nil
}

// allocate returns size bytes of memory.
func allocate(size int) (*File, error) {
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	adviseHugePages(b)
	return &File{b, unix.Munmap}, nil
}
