// Package foreign reads network files of other engines
// (https://www.chessprogramming.org/Stockfish_NNUE): networks of Stockfish in chess, of
// YaneuraOu in shogi. Each game declares the architectures that it can compute, and a
// file is recognised as one of them by its header and its length, or refused by name.
//
// It knows no game, opens no file, and changes no weight.
//
// It is not promised to other programs, and may change in any release.
package foreign
