// Package board81 has sets of the 81 squares of a shogi board and gives the
// squares that a rook, bishop or lance attacks, in pure Go: bishops by magic
// multiplication (https://www.chessprogramming.org/Magic_Bitboards), rooks and
// lances by tables of the occupied squares of a file or rank. A [Batch] lists the
// moves of a whole side at once, in assembly where the processor has AVX-512 or AVX2
// (see [cpu.Level]). Squares run down the files: square 9*file + rank with file and
// rank from 0 to 8; the first colour moves towards rank 0. What pieces may do is up
// to the caller. The package never changes its tables after start-up.
package board81
