// Package stats estimates from the results of games how much two players differ: Elo with error
// bars, the sequential probability ratio test, and the standings of a tournament. The numbers
// are the same as in fastchess (https://github.com/Disservin/fastchess), so that results are
// comparable. It plays no games, reads no files and keeps no clock.
package stats
