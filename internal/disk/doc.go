// Package disk puts new files in the place of old ones, so that a crash leaves either whole,
// and tells whether two names mean the same file. It keeps what it did not write: temporary
// files have random names, and pages of others are not replaced.
package disk
