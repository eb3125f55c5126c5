//go:build !linux

package main

// prompt does nothing where there is no need or no way.
func prompt() {}
