// Package nets holds the network files that are part of the binary, one for each
// game that has one: NAME.net, made by lab train from our own games. Where each
// comes from stands in its header, which nitoryu net shows, and in docs/networks.md.
//
// It only holds the bytes: package games reads them.
package nets
