//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package mapped

import (
	"errors"
	"os"
)

// maxRead bounds the size of a file that is read into memory.
const maxRead = 1 << 28

// mapFile reads a file, since the system maps no files.
func mapFile(f *os.File, size int) (*File, error) { return read(f, size) }

// allocate returns size bytes of memory.
func allocate(size int) (*File, error) {
	if size > maxRead {
		return nil, errors.New("too large for this system")
	}
	return &File{Bytes: make([]byte, size)}, nil
}
