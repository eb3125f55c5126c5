// Package shogi knows the rules of shogi: positions that are played forward and
// back, legal move generation with drops, static exchange evaluation, mates in
// one, how a game ends, the declaration win, and the notations SFEN and USI. It
// implements [core.Position] and opens positions through [Rules]. The first
// colour is sente (Black in SFEN). It never searches, never evaluates beyond
// counting an exchange, prints nothing and starts no goroutine.
package shogi
