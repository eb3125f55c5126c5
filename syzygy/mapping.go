package syzygy

import (
	"errors"
	"io/fs"
	"math"
	"os"
)

// mapping is the bytes of a file, read-only.
type mapping struct {
	bytes []byte
}

// openMapping maps a file into memory, or reads it where the system cannot map files.
func openMapping(path string) (*mapping, error) {
	fail := func(err error) error { return &fs.PathError{Op: "map", Path: path, Err: err} }
	// Opening a pipe would block until another process writes.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fail(errors.New("not a file"))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := checkSize(info.Size()); err != nil {
		return nil, fail(err)
	}
	if info.Size() > math.MaxInt {
		return nil, fail(errors.New("too large for this system"))
	}
	m, err := mapFile(f, int(info.Size()))
	if err != nil {
		return nil, fail(err)
	}
	return m, nil
}
