// Package picker hands a search the legal moves of a node one by one, the most
// promising first and no earlier than needed: the table's move, winning
// captures, killers, quiet moves by history, losing captures. Moves are
// generated in stages, so that a node that is cut off early never generates the
// rest.
//
// It knows no game: moves come through core.Game, scores from core.Move and
// core/history. It never plays a move.
package picker
