//go:build !linux

package bench

import (
	"errors"
	"time"
)

// processTime fails: there is no portable way to get the processor time of another process
// while it runs.
func processTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
