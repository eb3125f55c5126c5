// Package arch checks the structure of the module: which package may import which, that
// search starts no goroutine, that only commands print, that packages for different
// games have the same files, and that every package has a doc.go.
//
// It holds tests only.
package arch
