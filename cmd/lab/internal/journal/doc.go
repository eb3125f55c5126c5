// Package journal keeps the results of a long run in a file of JSON lines, so
// that a run which was broken off or killed can be gone on with: the first line
// says what is run, each other line holds one result. It never changes a file
// that is no journal of the run, and knows nothing of what the results mean.
package journal
