// Package soak sends random commands to the whole engine and expects one legal answer to
// each go: searches of every kind, stop, ponderhit, new games, options, the end of the
// input at any moment, mostly with eight threads. NITORYU_SOAK is how long, such as
// 10m; by default about a second.
//
// It holds tests only.
package soak
