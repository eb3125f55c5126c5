// Package texel fits the weights of a hand-crafted evaluation to games: logistic
// regression of results and search scores on the terms of quiet positions
// (https://www.chessprogramming.org/Texel%27s_Tuning_Method), by gradients, which are
// easy for an evaluation that is a sum of terms.
//
// It knows no game, and it never searches nor plays: positions come from files of
// package dataset, terms from an evaluator that implements [tapered.Evaluator].
package texel
