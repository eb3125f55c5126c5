// Package lock keeps two processes from writing the same file of results. The
// system drops a lock with the process that holds it, however that ends.
package lock
