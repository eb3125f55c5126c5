// Package mate proves forced mates in either game by depth-first proof-number search
// (df-pn; Nagai 2002, https://www.chessprogramming.org/Df-pn): by checks only, as in
// tsume problems of any length, or by any moves within a number of plies. It answers
// only what it has proved: a mate with its line, which is verified, or that no mate
// exists. A repetition never helps a proof, and a disproof that depends on a repetition
// holds only on its path (Kishimoto and Mueller 2004).
//
// It never evaluates, never looks at a clock and starts no goroutine: the caller
// decides when to stop.
//
// It is not promised to other programs, and may change in any release.
package mate
