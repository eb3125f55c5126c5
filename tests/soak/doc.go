// Package soak sends random commands to the whole engine and expects one legal answer to
// each go: searches of every kind, stop, ponderhit, new games, options, the end of the
// input at any moment, mostly with eight threads. NITORYU_SOAK is how long, such as
// 10m; by default about a second.
//
// Long runs look for memory and goroutines that are never given back: NITORYU_GAMES is how
// many games one process plays in each protocol, NITORYU_INFINITE how long go infinite
// lasts, NITORYU_ARENA how many games lab arena plays in each game, and NITORYU_CURVES the
// folder for their curves as CSV and SVG. Speed is logged, not judged: over the run, and
// afterwards beside an engine in a new process.
//
// It holds tests only.
package soak
