// Package spsa tunes many integers at once by simultaneous perturbation stochastic
// approximation (Spall 1998, https://www.chessprogramming.org/SPSA): every iteration perturbs
// all integers in random directions and in the opposite directions, lets the two sets of values
// play each other, and moves towards the winner. A run depends only on its setup and the
// results of its games. A journal allows it to be resumed, and a table and a page with charts
// show it.
//
// It plays no games itself and knows neither engines nor their parameters.
package spsa
