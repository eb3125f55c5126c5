// Package chess is the hand-crafted evaluation of chess behind the door
// core.Evaluator: tapered sums of what a position counts, from material and
// piece-square values over pawns, mobility and threats to the safety of the
// kings. The values of the terms were fitted to games by lab texel. 100 is one
// pawn's worth of winning chance.
// Beside it stand the inputs of networks for the game.
//
// It never searches and never changes the position it follows.
package chess
