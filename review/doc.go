// Package review judges whole games of chess and shogi. [Run] lets an engine, any
// [nitoryu.Searcher], search the positions of the main line; from the answers it finds
// how much every move gave away, which were inaccuracies, mistakes and blunders, how
// accurately both sides played, where the game turned, and why: by facts that stand in the
// lines of the search, see [Explain], and by mates that are proved. [Game.Annotate]
// writes the findings into the record, and [Puzzles] finds tactics and mates with a
// single solution.
//
// A [Plan] is the same in parts, for many games and several engines, and [Judge] judges by
// answers that somebody else got.
//
// All judgements are in chances to win, not in points: half a pawn matters in an even
// game and hardly in a won one. The formulas stand at [Standard] and [Accuracy].
//
// The package opens no file and prints nothing. What differs between the games is a
// [Standard], see [StandardOf].
package review
