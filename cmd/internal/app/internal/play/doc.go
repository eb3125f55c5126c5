// Package play lets a person play a game of chess or shogi against the engine, by lines of
// text: the person types moves in any usual notation, and commands; the game answers with the
// board and in words. It keeps the clock, says how the game ends by the rules, and writes its
// record.
//
// It knows no terminal: lines come from a channel, and package board draws the positions.
package play
