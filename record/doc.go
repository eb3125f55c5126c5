// Package record reads and writes records of chess and shogi games without loss: PGN,
// KIF, KI2, CSA, JKF, EPD, lists of FENs and SFENs, and the position lines of UCI and USI.
// A [Game] is a tree of moves with comments, variations, annotation glyphs, times and
// evaluations. [Reader] yields the games of a stream one by one, recognises format and
// encoding by content, keeps of a broken game what it can, and goes on after it; [Writer] writes them in any
// format of their game. The notations of moves stand alone, too: [SAN], [ParseSAN],
// [Japanese], [ParseJapanese], [Western].
//
// Comments are kept word for word, but for control characters, which become blanks. What they say about evaluation and clock, in the
// conventions of the usual programs, is also found in [Node.Eval], [Node.Clock] and
// [Node.Spent]; whoever changes these fields finds the comments changed in what is
// written.
//
// The package never searches, never judges a game beyond what the record or the final
// position says, opens no file and prints only to the io.Writer it is given.
package record
