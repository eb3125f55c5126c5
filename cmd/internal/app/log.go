package app

import (
	"fmt"
	"io"
	"os"
)

// openLog opens a file for the lines of a conversation. The file keeps what it has already.
func openLog(path string) (io.WriteCloser, error) {
	// Opening a pipe would block until another process reads.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	return os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}
