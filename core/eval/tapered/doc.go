// Package tapered has the types that the hand-crafted evaluations of all games
// share: weights and scores with a value for the middlegame and one for the endgame
// (https://www.chessprogramming.org/Tapered_Eval).
//
// It knows no game, evaluates nothing and keeps no state.
//
// It is not promised to other programs, and may change in any release.
package tapered
