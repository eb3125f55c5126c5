// Package adjudicate settles a game by the scores that the engines report, before
// its end on the board. It never looks at the board.
package adjudicate
