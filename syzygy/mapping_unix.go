//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package syzygy

import (
	"os"

	"golang.org/x/sys/unix"
)

func mapFile(f *os.File, size int) (*mapping, error) {
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	// Reading ahead would fetch what no probe asks for.
	_ = unix.Madvise(b, unix.MADV_RANDOM)
	return &mapping{b}, nil
}

func (m *mapping) close() error { return unix.Munmap(m.bytes) }
