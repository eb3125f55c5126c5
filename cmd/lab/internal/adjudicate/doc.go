// Package adjudicate settles a game before its end on the board: by the scores that the
// engines report, or by endgame tables.
package adjudicate
