// Package syzygy probes Syzygy endgame tables (Ronald de Man, 2013,
// https://github.com/syzygy1/tb) of up to seven pieces: who wins a position of chess,
// and how far away the next capture or pawn move is. [Open] finds the files; a
// [Tables] may then be probed by any number of goroutines at a time. The files are
// mapped into memory when they are first needed, and a hot probe takes no lock and
// allocates nothing.
//
// A table is not trusted: whatever its bytes are, a probe ends, with a value or
// without. The package never searches, never writes a file, prints nothing and starts
// no goroutine.
//
// It is not promised to other programs, and may change in any release.
package syzygy
