// Package comply asks an engine a hundred questions about its protocol, UCI or USI, and keeps the words
// exchanged: handshake, options, limits, stop, ponder, odd positions, floods, the end. Moves are
// judged by the rules of package nitoryu. The engine is a [Program], which tests make up.
package comply
