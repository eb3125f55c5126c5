// Package arena plays matches: any number of contestants, pairs of games on each
// opening with colours reversed, several games at once. It keeps the clocks and
// judges by its own rules of the game - legality, mate, stalemate, repetition,
// declaration, move limits, time - and names the faults of broken engines. Results
// go to a journal from which a later run resumes.
//
// Every engine is a nitoryu.Searcher. The package computes no statistics beyond counts (package
// stats does) and prints nothing.
package arena
