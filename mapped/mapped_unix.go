//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package mapped

import (
	"os"

	"golang.org/x/sys/unix"
)

func open(f *os.File, size int, use Use) (*File, error) {
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	advice := unix.MADV_WILLNEED
	if use == Scattered { // reading ahead would fetch what nobody asks for
		advice = unix.MADV_RANDOM
	}
	_ = unix.Madvise(b, advice)
	return &File{b, true}, nil
}

func unmap(b []byte) error { return unix.Munmap(b) }
