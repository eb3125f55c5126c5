// Package soak talks to the whole engine at random - searches of every kind, stop,
// ponderhit, new games, options, the end of the input at any moment, most of the
// time with eight threads - and expects one legal answer to each go. It holds tests
// only. NITORYU_SOAK says for how long, such as 10m; a second or so without it.
package soak
