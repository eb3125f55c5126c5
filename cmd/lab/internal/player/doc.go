// Package player asks engines for moves: any program behind UCI or USI pipes, or
// our own engine in this process. A player measures the time of answers and names
// what went wrong; it never judges a game, keeps a clock or prints.
package player
