//go:build !linux

package learn

import "time"

// processorTime returns 0: it is unknown.
func processorTime() time.Duration { return 0 }

// Nice does nothing here.
func Nice() error { return nil }
