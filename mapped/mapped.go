package mapped

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
)

// File is the bytes of a file. They must not be written to, and not be used once it is
// closed. If the file shrinks meanwhile, reading what it lost ends the program.
type File struct {
	Bytes []byte
	// Mapped says that the bytes are pages of the file, and not a copy.
	Mapped bool
}

// Use says how a file will be read.
type Use int

// The ways to read a file.
const (
	Whole     Use = iota // most of it, soon
	Scattered            // few pages here and there
)

// Open maps a file of a size that check accepts. Errors name the file.
func Open(path string, use Use, check func(size int64) error) (*File, error) {
	fail := func(err error) error { return &fs.PathError{Op: "map", Path: path, Err: err} }
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a file", path)
	case !info.Mode().IsRegular(): // opening a pipe would block until another process writes
		return nil, fmt.Errorf("%s is a device or a pipe, not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := check(info.Size()); err != nil {
		return nil, fail(err)
	}
	switch {
	case info.Size() > math.MaxInt:
		return nil, fail(errors.New("too large for this system"))
	case info.Size() == 0: // which no system maps
		return &File{}, nil
	}
	m, err := open(f, int(info.Size()), use)
	if err != nil {
		return nil, fail(err)
	}
	return m, nil
}

// Close unmaps the file.
func (m *File) Close() error {
	bytes := m.Bytes
	m.Bytes = nil
	if !m.Mapped || len(bytes) == 0 {
		return nil
	}
	return unmap(bytes)
}
