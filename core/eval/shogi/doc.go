// Package shogi is the hand-crafted evaluation of shogi. It is a tapered sum of
// terms: pieces by their place relative to both kings, pieces in hand, mobility,
// threats, control of squares and king safety; their weights are fitted to games. The
// same score means the same chance to win as in chess.
//
// It never searches and never changes the position it follows.
//
// It is not promised to other programs, and may change in any release.
package shogi
