// Package datagen plays the games that networks learn from: our engine against
// itself, in this process, from random openings, with few nodes a move. A game
// depends on its number and the seed alone, whoever plays it and when, so that a
// run can be broken off, gone on with, and repeated.
//
// It keeps no file; finished games are handed to the caller.
package datagen
