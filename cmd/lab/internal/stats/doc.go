// Package stats estimates the difference of two players from the results of games: estimates of Elo with their errors, the sequential probability ratio
// test, and the standings of a tournament. The numbers are those of fastchess
// (https://github.com/Disservin/fastchess), so that results are comparable. It plays no
// games, reads no files and keeps no clock.
package stats
