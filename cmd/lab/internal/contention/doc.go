// Package contention tells what many search threads do to each other on a machine
// with as many cores, without one: a virtual parallel machine lets the real search
// run on the real transposition table, a few nodes of each thread in turn, so that
// all are equally fast and every run counts the same. It counts how much sooner a
// depth is reached, what is searched twice, and how the threads fight for slots.
//
// It knows nothing of memory, caches and clocks: a real machine is slower. It hooks
// nothing into the search; what it sees, it sees through the position, the control
// and the counts of each thread.
package contention
