// Package spsa tunes many integers at once by simultaneous perturbation
// stochastic approximation (Spall 1998, https://www.chessprogramming.org/SPSA):
// every iteration perturbs all of them in random directions and in the opposite
// ones, lets both play each other, and follows the winner. A run depends only on its
// setup and the results of its games; its journal allows to resume it, and it is
// shown as a table and a page with charts.
//
// It plays no games itself and knows neither engines nor their parameters.
package spsa
