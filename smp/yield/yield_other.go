//go:build !js

package yield

// Yielder does nothing: the system shares out processors.
type Yielder struct{}

// Yield does nothing.
func (*Yielder) Yield() {}

// End does nothing.
func (*Yielder) End() {}
