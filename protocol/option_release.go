//go:build !tune

package protocol

// tunable is what tuning needs of an engine: nothing, since the parameters of the
// search are constants in this build.
type tunable interface{}

func tuningOptions() []Option { return nil }
