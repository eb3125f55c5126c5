// Package shogi has the rules of shogi: positions with moves done and undone, legal
// move generation with drops, static exchange evaluation, mates in one, how a game
// ends, the declaration win, and the notations SFEN and USI. It implements
// [core.Position] and opens positions through [Rules]. The first colour is sente
// (Black in SFEN).
//
// It never searches beyond a mate in one, never evaluates more than an exchange,
// prints nothing and starts no goroutine.
//
// It is not promised to other programs, and may change in any release.
package shogi
