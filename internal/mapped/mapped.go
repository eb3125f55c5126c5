package mapped

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
)

// File is the bytes of a file. The bytes must not be written to, and not be used once
// the file is closed.
type File struct {
	Bytes []byte

	release func([]byte) error // nil: nothing to do
}

// Use says how a file will be read.
type Use int

// The ways to read a file.
const (
	// Whole is for files that are needed whole: they are read, and may change or
	// disappear afterwards.
	Whole Use = iota
	// Scattered is for few pages here and there: the file is mapped. If it shrinks, reading
	// a lost part ends the program, unless [runtime/debug.SetPanicOnFault] turns that into
	// a panic.
	Scattered
)

// Open opens a file if check accepts its size. Errors name the file.
func Open(path string, use Use, check func(size int64) error) (*File, error) {
	fail := func(err error) error { return &fs.PathError{Op: "open", Path: path, Err: err} }
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
	case info.Size() == 0: // no system maps an empty file
		return &File{}, nil
	}
	open := read
	if use == Scattered {
		open = mapFile
	}
	m, err := open(f, int(info.Size()))
	if err != nil {
		return nil, fail(err)
	}
	return m, nil
}

// read reads a file of that size into memory.
func read(f *os.File, size int) (*File, error) {
	m, err := allocate(size)
	if err != nil {
		return nil, fmt.Errorf("no memory for its %d MiB: %w", size>>20, err)
	}
	if _, err := io.ReadFull(f, m.Bytes); err != nil {
		_ = m.Close()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the file shrank while it was read")
		}
		return nil, err
	}
	return m, nil
}

// Close gives the memory back.
func (m *File) Close() error {
	bytes := m.Bytes
	m.Bytes = nil
	if m.release == nil || len(bytes) == 0 {
		return nil
	}
	return m.release(bytes)
}
