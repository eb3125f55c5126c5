// Package spsa tunes many integers at once by simultaneous perturbation
// stochastic approximation (Spall 1998, https://www.chessprogramming.org/SPSA):
// every iteration moves all of them a little in random directions and in the
// opposite ones, lets both play each other, and follows the winner. A run is a
// function of its setup and of the results of its games; it is kept in a journal,
// gone on with after a kill, and shown as a table and a page with charts.
//
// It plays no games itself and knows neither engines nor their parameters.
package spsa
