// Package params holds the numbers that a search is tuned by: one row per
// parameter with its default for each game, its range and what it does. What
// differs between the games in search is a value here, never a condition in
// the code.
//
// It holds values only; it never measures, searches or plays.
package params
