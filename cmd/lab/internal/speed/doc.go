// Package speed measures how fast engines count legal moves and search, against each
// other and against other builds and settings of themselves, and where the time of
// our search goes. It asks engines in turn, one process at a time on one processor,
// and counts the time that the system says the process had: what the rest of the
// machine does meanwhile should not count. It plays no games and judges no moves.
package speed
