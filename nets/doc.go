// Package nets holds the network files that are part of the binary: NAME.net for each
// game that has one, trained by lab train on our own games. Their headers, shown by
// nitoryu net, and docs/build/networks.md say where they come from.
//
// It only holds the bytes: package games reads them.
package nets
