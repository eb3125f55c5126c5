//go:build !amd64 || purego

package cpu

// detect offers nothing: there are no kernels for other processors.
func detect() Machine { return Machine{} }
