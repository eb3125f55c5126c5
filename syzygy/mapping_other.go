//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package syzygy

import (
	"errors"
	"io"
	"os"
)

// maxRead bounds the size of a file that is read into memory.
const maxRead = 1 << 28

func mapFile(f *os.File, size int) (*mapping, error) {
	if size > maxRead {
		return nil, errors.New("too large to be read into memory")
	}
	m := &mapping{make([]byte, size)}
	_, err := io.ReadFull(f, m.bytes)
	return m, err
}

func (m *mapping) close() error { return nil }
