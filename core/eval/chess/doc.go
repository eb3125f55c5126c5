// Package chess is the hand-crafted evaluation of chess: tapered material and
// piece-square values, the bishop pair, passed pawns and mobility, behind the
// door core.Evaluator that a network will use later. 100 is one pawn's worth of
// winning chance.
//
// It never searches and never changes the position it follows.
package chess
