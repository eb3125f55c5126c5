// Package player is whoever can be asked for a move: an engine of any make
// behind UCI or USI pipes, or our own engine in this process. A player talks,
// measures how long an answer took and says what went wrong by name; it never
// judges a game, keeps a clock or prints.
package player
