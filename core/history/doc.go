// Package history remembers which moves did well, for move ordering, pruning and
// reductions, and where the static evaluation was wrong: killers, histories of quiet
// moves and captures, and correction histories. A set of tables belongs to one thread
// and outlives the searches of a game.
//
// It knows no game: tables are sized from core.GameInfo and indexed by the fields
// of core.Move. It never looks at a board.
//
// It is not promised to other programs, and may change in any release.
package history
