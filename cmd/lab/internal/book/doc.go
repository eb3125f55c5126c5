// Package book reads the openings that games of a match begin with, from lists of
// positions, lists of moves and PGN, and says in which order to use them. It
// keeps texts, not boards, so that books with millions of lines fit in memory. It
// never plays a game.
package book
