// Package games plays short games of the built binary against itself in both protocols,
// with our own rules as the referee: no illegal move, no illegal line, no missing
// answer, no hang.
//
// It holds tests only.
package games
