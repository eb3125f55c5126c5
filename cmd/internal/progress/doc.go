// Package progress shows how far a long job has come: a bar that is redrawn in place on a
// terminal, a plain line from time to time elsewhere. It knows nothing about the job.
package progress
