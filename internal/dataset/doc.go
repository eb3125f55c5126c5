// Package dataset is the files that networks are trained from, of games and of static values from
// within their searches, and what can be done with such files: appending to one while games are played, reading
// and replaying it, statistics with charts, merging, shuffling, removing
// duplicates, import, and export of positions as plain text or for other trainers, whose
// files it reads, too: [Positions] is one door to all of them. Everything streams: memory does
// not grow with the number of positions. The layouts of the files are described
// with [Magic] and [ValuesMagic], so that they can be read from any language.
//
// The package never plays, searches or evaluates, and prints only to the io.Writer it is
// given.
package dataset
