// Package contention simulates many search threads on a machine with a core for each.
// The real search runs on the real transposition table, a few nodes of each thread in
// turn, so that all threads are equally fast and every run gives the same counts. It
// counts how much sooner a depth is reached, what is searched twice, and how the threads
// compete for entries of the table.
//
// It does not model memory, caches and clocks: a real machine is slower. It adds no hooks
// to the search; it observes the position, the control and the counts of each thread.
package contention
