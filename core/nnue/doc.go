// Package nnue evaluates positions by an efficiently updatable neural network
// (https://www.chessprogramming.org/NNUE): inputs as seen by each side, one hidden
// layer, and a head, which is one output or a stack of small layers. It reads and writes
// network files ([Network]), updates [Accumulators] as moves are pushed and popped, and
// has kernels in Go and assembly. Each game declares its [FeatureSet]; evaluators with
// either head come from [NewSource], one for each thread, and share the network.
//
// It knows no game, opens no file, trains nothing and prints nothing.
//
// It is not promised to other programs, and may change in any release.
package nnue
