// Package arch checks the structure of the module: which package may import which, that
// search starts no goroutine, that only commands print, that packages for different
// games have the same files, that every package has a doc.go, and that what other packages
// can use has a comment.
//
// It holds tests only.
package arch
