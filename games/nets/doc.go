// Package nets holds the network files that are part of the binary, trained by lab
// train: NAME.net for each game that has one, NAME-small.net where that is too large for
// browsers, and NAME-own.net where NAME.net has learned from other networks and not from
// our own games alone. The headers of the files, shown by nitoryu net, and
// docs/build/networks.md say where the networks come from.
//
// It only holds the bytes; package games reads them. Built for js with the tag apart, a program has none of
// them: the script around it fetches the file of a game when that is first searched.
//
// It is not promised to other programs, and may change in any release.
package nets
