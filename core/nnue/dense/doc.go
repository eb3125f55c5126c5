// Package dense computes the small fully connected layers that stand behind the
// accumulator of an efficiently updatable neural network: weights of 8 bits, inputs of
// 0 to 127, sums of 32 bits, and the activations between them
// (https://www.chessprogramming.org/NNUE, "quantization"). Most inputs of the first of
// these layers are zero, and it skips them. It has kernels in Go and assembly.
//
// It knows no network file, no accumulator and no game.
//
// It is not promised to other programs, and may change in any release.
package dense
