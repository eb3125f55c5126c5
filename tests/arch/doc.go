// Package arch checks the structure of the module: which package may import which, that
// search starts no goroutine, that only commands print, that packages for different
// games have the same files, that every package has a doc.go, that what other packages
// can use has a comment, and that no file is too large or left in the middle of a merge.
//
// It holds tests only.
package arch
