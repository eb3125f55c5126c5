// Package strength limits the strength of play: which effort and which errors go with an
// Elo or a skill level, and which of several searched lines is played. The tables of
// both games were measured in matches (results/strength.md).
//
// It searches nothing, keeps no state and takes its random numbers from the caller.
//
// It is not promised to other programs, and may change in any release.
package strength
