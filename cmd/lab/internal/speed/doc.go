// Package speed measures how fast engines count legal moves and search, compared with each
// other and with other builds and settings of themselves, and where our search spends its
// time. It asks one process at a time on one processor and counts the processor time of
// that process, which other work on the machine affects little. It plays no games and
// judges no moves.
package speed
