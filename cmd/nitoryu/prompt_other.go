//go:build !linux

package main

// prompt does nothing on systems that do not need it or offer no way.
func prompt() {}
