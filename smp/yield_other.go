//go:build !js

package smp

// yielder does nothing: the system shares out processors.
type yielder struct{}

func (*yielder) take() {}

func (*yielder) end() {}
