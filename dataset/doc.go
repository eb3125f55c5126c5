// Package dataset is the file of games that networks are trained from, and what
// can be done with such files: appending to one while games are played, reading
// and replaying it, statistics with charts, merging, shuffling, removing
// duplicates, import, and export of positions as plain text or for other trainers, whose
// files it reads, too: [Positions] is one door to all of them. Everything streams: memory does
// not grow with the number of positions. The layout of the file is described
// with [Magic], so that it can be read from any language.
//
// The package never plays, searches or evaluates, and prints only to the io.Writer it is
// given.
package dataset
