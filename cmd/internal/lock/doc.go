// Package lock keeps two processes from writing the same file of results. The
// system releases the lock when its process ends, even by a kill. It does not lock the file
// itself, which others may read.
package lock
