//go:build (!amd64 && !arm64) || purego

package cpu

// detect finds nothing: there are no kernels for other processors.
func detect() Machine { return Machine{} }
