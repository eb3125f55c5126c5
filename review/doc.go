// Package review judges whole games of chess and shogi. The caller asks an engine, any
// [nitoryu.Searcher], about each position of the main line; from the answers [Judge] finds
// how much every move gave away, which were inaccuracies, mistakes and blunders, how
// accurately both sides played, where the game turned, and why: by facts that stand in the
// lines of the search, see [Explain], and by mates that a [Prover] proves. [Game.Annotate]
// writes the findings into the record, and a [Finder] finds puzzles: tactics and mates with a
// single solution.
//
// All judgements are in chances to win, not in points: half a pawn matters in an even
// game and hardly in a won one. The formulas stand at [Standard] and [Accuracy].
//
// The package opens no file and prints nothing. What differs between the games is a
// [Standard], see [StandardOf].
package review
