// Package board81 has sets of the 81 squares of a shogi board and gives the
// squares that a rook, bishop or lance attacks, in pure Go: bishops by magic
// multiplication (https://www.chessprogramming.org/Magic_Bitboards), rooks and
// lances by tables of the occupied squares of a file or rank. Squares run down
// the files: square 9*file + rank with file and rank from 0 to 8; the first
// colour moves towards rank 0. The package knows no other pieces and no rules,
// and never changes its tables after start-up.
package board81
