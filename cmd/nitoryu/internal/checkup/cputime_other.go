//go:build !linux && !darwin

package checkup

import "time"

// processorTime returns false: unknown.
func processorTime() (time.Duration, bool) { return 0, false }
