// Package chess is the hand-crafted evaluation of chess. It is a tapered sum of terms:
// material and piece-square values, pawn structure, mobility, threats and king safety;
// their weights were fitted to games. 100 is one pawn's worth of winning chance.
//
// It never searches and never changes the position it follows.
//
// It is not promised to other programs, and may change in any release.
package chess
