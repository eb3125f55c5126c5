// Package uci is the dialect of the Universal Chess Interface
// (https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html):
// mates in moves, white moves first, "(none)" for no move. It has words only;
// it never reads, prints or keeps anything.
package uci
