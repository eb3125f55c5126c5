// Package mate proves forced mates in either game by depth-first proof-number
// search (df-pn; Nagai 2002, https://www.chessprogramming.org/Df-pn): by checks
// alone, as in a tsume problem of any length, or by any moves within a number of
// plies. It remembers positions in a table of bounded size and answers only what
// it has proved: a mate with its line, played through once more, or that there
// is none. A repetition never helps a proof, and a refutation that rests on one
// holds for the moves that led to it alone (Kishimoto and Mueller 2004).
//
// It never evaluates, never looks at a clock and starts no goroutine: who calls
// it decides when to stop.
package mate
