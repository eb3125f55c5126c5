// Package picker gives a search the legal moves of a node one by one, the most
// promising first: the table move, tactical moves that lose nothing or, if the order
// allows it, little, killers, quiet moves by history, losing tactical moves. Moves
// are generated in stages, so that a node that is cut off early never generates the
// rest.
//
// It knows no game: moves come through core.Game, scores from core.Move and
// core/history. It never plays a move.
//
// It is not promised to other programs, and may change in any release.
package picker
