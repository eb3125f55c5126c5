// Package book reads, writes and makes opening books of both games: Polyglot's .bin for
// chess and YaneuraOu's .db for shogi. [Open] opens either by its content; books of many
// gigabytes are searched in the file, never loaded. [Policy] chooses among the moves of a
// book. [Tree] is a book in memory: a graph of positions with the statistics of games and
// the scores of searches, which it backs up by minimax. [MergePolyglot] and
// [MergeYaneuraOu] join books of any size.
//
// It never searches, evaluates or plays, keeps no state between books and prints nothing.
//
// It is not promised to other programs, and may change in any release.
package book
