// Package core is the vocabulary that every room of Nitoryu shares: moves and
// move lists, scores and bounds, piece changes, search limits and reports, and
// the two doors through which the rest of the engine meets a game. [Game] is
// the narrow door that a search calls once per node or per searched move;
// [Position] is the wider one for front ends, which also read and write
// notation. [Evaluator] is the door of a static evaluation.
//
// core knows no rules, no search, no thread and no protocol; it never prints,
// never starts a goroutine and imports nothing but the standard library.
package core
