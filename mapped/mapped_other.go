//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package mapped

import (
	"errors"
	"io"
	"os"
)

// maxRead bounds the size of a file that is read into memory.
const maxRead = 1 << 28

func open(f *os.File, size int, _ Use) (*File, error) {
	if size > maxRead {
		return nil, errors.New("too large to be read into memory")
	}
	m := &File{Bytes: make([]byte, size)}
	_, err := io.ReadFull(f, m.Bytes)
	return m, err
}

func unmap([]byte) error { return nil }
