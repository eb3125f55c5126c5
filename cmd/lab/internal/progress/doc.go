// Package progress shows how far a long job has come: a bar redrawn in place on
// a terminal, a plain line now and then elsewhere. It knows nothing of the job.
package progress
