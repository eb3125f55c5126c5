// Package record reads and writes records of chess and shogi games without loss: PGN, KIF, KI2,
// CSA, JKF, EPD, lists of FENs and SFENs, and the position lines of UCI and USI. A [Game] is a
// tree of moves with comments, variations, annotation glyphs, times and evaluations. [Reader]
// yields the games of a stream one by one, recognises format and encoding by content, keeps
// what it can of a broken game, and goes on with the next one. [Writer] writes games in any
// format of their game. The notations of moves can be used alone, too: [SAN], [ParseSAN],
// [Japanese], [ParseJapanese], [Western].
//
// Comments are kept word for word, except that control characters become blanks. Evaluations
// and times that comments state, in the conventions of common programs, are also in
// [Node.Eval], [Node.Clock] and [Node.Spent]. If you change these fields, the writer corrects
// the comments.
//
// The package never searches, never judges a game beyond what the record or the final
// position says, opens no file and prints only to the io.Writer it is given.
package record
