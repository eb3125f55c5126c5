// Package record holds finished games and writes and reads them in the formats
// that players and other programs use: PGN with SAN moves for chess, KIF and CSA
// for shogi. It never judges a game: the caller gives result and ending.
package record
