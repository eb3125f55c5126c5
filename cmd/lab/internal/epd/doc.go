// Package epd reads positions with operations, one a line: test suites, lists of
// openings and perft files in EPD, FEN or SFEN. It never judges whether an answer
// is right.
package epd
