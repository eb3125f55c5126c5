// Package opening makes random but sane openings, from which self-play games and
// matches begin: random legal moves that do not throw pieces away, dropped when a
// short search says that a side is as good as lost. Equal seeds make equal
// openings.
//
// It reads no files and keeps no state.
package opening
