// Package history remembers which moves did well, to order moves and to choose
// what to reduce, and where the static evaluation was wrong: killers, histories of
// quiet moves and captures, and corrections. Each table's shape, bound, reading and update are on one page. A
// set of tables belongs to one thread and outlives single searches of a game.
//
// It knows no game: tables are sized from core.Traits and indexed by the fields
// of core.Move. It never looks at a board.
package history
