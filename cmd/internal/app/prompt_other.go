//go:build !linux

package app

// prompt does nothing on systems that do not need it or offer no way.
func prompt() {}
