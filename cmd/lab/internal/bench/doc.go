// Package bench measures engines: it has each engine, with each number of threads, do the
// same jobs in turn, and compares what they come to within each run, since a machine that
// is slower for a while is slower for all.
//
// A [measure] is a name, what one engine does for one job, and columns that samples become.
package bench
