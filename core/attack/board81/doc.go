// Package board81 has the attacks of sliders on a shogi board and writes move lists.
// Bishops use magic multiplication (https://www.chessprogramming.org/Magic_Bitboards),
// rooks and lances tables by the occupancy of a file or rank. A [Batch] lists the
// moves of a whole side in one call, in assembly where package cpu allows it. Squares
// run down the files: square 9*file + rank with file and rank from 0 to 8; the first
// colour moves towards rank 0. A [Bitboard] is a set of squares.
//
// It knows no rules beyond what a Batch says, and never changes its tables after
// start-up.
//
// It is not promised to other programs, and may change in any release.
package board81
