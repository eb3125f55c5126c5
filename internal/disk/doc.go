// Package disk puts new files in the place of old ones, so that a crash leaves either whole, keeps
// two processes from writing the same file, and tells whether two names mean the same one. It keeps
// what it did not write: temporary files and locks take the place of nothing, and pages of others are
// not replaced.
package disk
