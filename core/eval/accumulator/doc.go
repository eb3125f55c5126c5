// Package accumulator keeps one record for each move that an evaluation is told of: what
// the move changed, and what the evaluation has computed after it. Evaluations compute
// when they are asked for a value, not when a move is played, so that a move that is
// cut off before its evaluation costs next to nothing.
//
// It knows no game, and not what its records hold.
//
// It is not promised to other programs, and may change in any release.
package accumulator
