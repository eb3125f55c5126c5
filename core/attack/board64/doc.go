// Package board64 gives the squares that a rook, bishop or queen attacks on the
// 64 squares of a chess board, by fixed-shift magic multiplication in pure Go
// (https://www.chessprogramming.org/Magic_Bitboards), and lists the moves of all
// pieces of a side in one call, by kernels of assembly where package cpu allows
// them. Squares run from a1 = 0 over h1 = 7 to h8 = 63 and a set of squares is a
// uint64 with one bit for each. The package knows no rules beyond what a Batch
// says, and never changes its tables after start-up.
package board64
