// Package tapered keeps the sum of piece-square values of a position up to date
// as moves are pushed and popped: the incremental part of an evaluation. Each value is a pair, one for the middlegame and one for the
// endgame, blended by how much material is left
// (https://www.chessprogramming.org/Tapered_Eval).
//
// It knows no game: values come in a table indexed by piece and place, changes
// as core.Delta.
package tapered
