// Package chess has the rules of chess and Chess960: positions with moves done and
// undone, legal move generation, static exchange evaluation, how a game ends, and the
// notations FEN, EPD and UCI. It implements [core.Position] and opens positions
// through [Rules].
//
// It never searches, never evaluates more than an exchange, prints nothing and starts
// no goroutine.
//
// It is not promised to other programs, and may change in any release.
package chess
