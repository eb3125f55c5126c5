// Package datagen plays the games that networks learn from: our engine against itself, in this
// process, from random openings or openings of a file, with few nodes a move. A game depends
// only on its number and the seed, so that runs can be resumed and repeated. Static values from
// within the searches can be sampled on the way.
//
// It writes no files; finished games are passed to the caller.
package datagen
