// Package board draws positions of both games for people at a terminal: with the symbols of
// the pieces or with letters, from either side, in colours or without.
//
// It plays no move, and prints nothing.
package board
