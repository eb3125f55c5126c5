// Package trail keeps one record for each move that an evaluation is told of: what
// the move changed, and what the evaluation has worked out after it. It is the stack
// under every evaluation that follows a position by differences. These are worked
// out when somebody asks for a value, not when a move is played, so that a move that
// is cut off before its evaluation costs next to nothing.
//
// It knows no game, and not what its records hold.
package trail
