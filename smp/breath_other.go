//go:build !js

package smp

// breath does nothing: the system shares out processors.
type breath struct{}

func (*breath) take() {}

func (*breath) end() {}
