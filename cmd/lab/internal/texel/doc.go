// Package texel fits the numbers of a hand-crafted evaluation to games: logistic
// regression of results and search scores on what the evaluation counts in quiet
// positions (https://www.chessprogramming.org/Texel%27s_Tuning_Method), by
// gradients, since an evaluation that is a sum of terms has them for free.
//
// It knows no game, and it never searches nor plays: positions come from files of
// package dataset, terms from an evaluator that implements [tapered.Evaluator].
package texel
