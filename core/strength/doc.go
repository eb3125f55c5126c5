// Package strength says how to play worse than one can: which effort and which
// error go with an Elo or a skill level, and which of several searched lines is
// then played. The tables of both games, measured in matches (docs/strength.md),
// are in one file.
//
// It searches nothing, keeps no state and draws its random numbers from the
// caller.
package strength
