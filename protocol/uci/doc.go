// Package uci is the dialect of the Universal Chess Interface
// (https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html):
// mates in moves, white moves first, "(none)" for no move. It has no state, and neither
// reads nor prints.
//
// It is not promised to other programs, and may change in any release.
package uci
