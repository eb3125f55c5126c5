//go:build !linux

package client

import (
	"io"
	"os"
)

// direction of a pipe; here both are the same.
type direction struct{}

var reading, writing direction

// newPipe returns f: only Linux has a faster way.
func newPipe(f *os.File, _ direction) (io.ReadWriter, error) { return f, nil }
