// Package bench measures engines: it has each engine, with each number of threads, do the same
// jobs in turn, and compares their results within each run, since a machine that is slower for
// a while is slower for all.
//
// A [measure] has a name, a function that lets one engine do one job, and columns made from
// samples.
package bench
