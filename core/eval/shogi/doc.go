// Package shogi is the hand-crafted evaluation of shogi, behind the door
// core.Evaluator: where each piece stands as seen from both kings, what is
// attacked around the kings and elsewhere, loose pieces, and room to drop. It is
// a sum of terms, blended between opening and endgame; their weights are fitted
// to games. Its unit is that of chess: the same score means the same chance to
// win.
// Beside it stand the inputs of networks for the game.
//
// It never searches and never changes the position it follows.
package shogi
