// Package opening makes random but sane openings for self-play games and matches: random
// legal moves that do not throw pieces away, rejected when a short search says that a
// side is nearly lost. Equal seeds make equal openings.
//
// It reads no files and keeps no state.
package opening
