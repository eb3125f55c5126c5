// Package nnue evaluates positions by an efficiently updatable neural network
// (https://www.chessprogramming.org/NNUE): one layer of inputs that a move changes
// only a little, seen from the side of each player, one hidden layer, one output.
// It reads and writes the network files, keeps accumulators up to date as moves are
// pushed and popped, and has its kernels in Go and assembly.
//
// It knows no game: each game declares its [Inputs] in a table. It never opens a
// file, trains nothing and prints nothing.
package nnue
