// Package opening names openings, knows how games usually begin, and makes random openings.
//
// [NameOf] names the opening of a game by its moves: in chess by a table of ECO codes that
// finds transpositions, too, in shogi by where the pieces of both sides stand: formations.txt
// is a table of rules for strategies, castles and moves that have a name. [Paths] has the
// lines that openings take. [Shape] makes random but sane openings for self-play games and
// matches: random legal moves that do not throw pieces away, rejected when a short search
// says that a side is nearly lost. Equal seeds make equal openings.
//
// It reads no files.
//
// It is not promised to other programs, and may change in any release.
package opening
