// Package dataset writes, reads and converts the files that networks are trained from, of
// games and of static values from within their searches. It appends to files while games
// are played, reads and replays them, makes statistics with charts, merges, shuffles,
// removes duplicates, imports, and exports positions as plain text or for other trainers.
// It reads the files of these trainers, too: [Positions] is one door to all formats.
// Everything streams: memory does not grow with the number of positions. [Magic] and
// [ValuesMagic] describe the layouts of the files, so that programs in any language can
// read them.
//
// The package never plays, searches or evaluates, and prints only to the io.Writer it is
// given.
package dataset
