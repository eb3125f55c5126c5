// Package board64 has the attacks of sliders on a chess board and writes move lists.
// Attacks come from fixed-shift magic multiplication in pure Go
// (https://www.chessprogramming.org/Magic_Bitboards). A [Batch] lists the moves of a
// whole side in one call, in assembly where package cpu allows it. Squares run from
// a1 = 0 over h1 = 7 to h8 = 63; a set of squares is a uint64 with one bit for each.
//
// It knows no rules beyond what a Batch says, and never changes its tables after
// start-up.
//
// It is not promised to other programs, and may change in any release.
package board64
