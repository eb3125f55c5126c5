//go:build !linux && !darwin

package checkup

import "time"

// processorTime returns false: the time is unknown.
func processorTime() (time.Duration, bool) { return 0, false }
