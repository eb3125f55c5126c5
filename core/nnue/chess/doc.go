// Package chess declares how networks see a position of chess: the inputs of our own
// networks, and the networks of Stockfish, with what their inputs are and what their
// outputs mean.
//
// It never evaluates a position: core/nnue and core/nnue/foreign do.
//
// It is not promised to other programs, and may change in any release.
package chess
