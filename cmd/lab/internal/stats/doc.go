// Package stats says what the results of games tell about the difference of two
// players: estimates of Elo with their errors, the sequential probability ratio
// test, and the standings of a tournament. The numbers are those of fastchess
// (https://github.com/Disservin/fastchess), so that results of both compare. It is
// arithmetic on counts: it plays no games, reads no files and keeps no clock.
package stats
