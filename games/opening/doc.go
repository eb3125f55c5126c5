// Package opening names openings, knows how games usually begin, and makes random openings.
//
// [NameOf] names the opening of a game by its moves: in chess by a table of ECO codes that
// finds transpositions, too, in shogi by where rooks and castles stand. [Paths] has the
// lines of this table. [Shape] makes random but sane openings for self-play games and
// matches: random legal moves that do not throw pieces away, rejected when a short search
// says that a side is nearly lost. Equal seeds make equal openings.
//
// It reads no files.
package opening
