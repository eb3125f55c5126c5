// Package shogi is the hand-crafted evaluation of shogi: material on the board
// and in hand, piece-square values and king safety by distance, behind the door
// core.Evaluator that a network will use later. Its unit is that of chess: the
// same score means the same chance to win.
//
// It never searches and never changes the position it follows.
package shogi
