// Package journal keeps the results of a long run in a file of JSON lines, so that the run
// can be continued after an interruption or a crash. The first line holds the setup of the
// run, every other line one result. The package never changes a file that is no journal of
// the run, and knows nothing of what the results mean.
package journal
