// Package params holds the parameters of the search: one row each, with the default
// for either game, the range and what it does. Where the search of the games differs,
// it is by a value here, never by a condition in the code.
//
// It holds values only; it never measures, searches or plays.
//
// It is not promised to other programs, and may change in any release.
package params
