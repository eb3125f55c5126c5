// Package version tells which release of the source a program was built from. It is small, for the
// programs within pages have it, too.
package version
