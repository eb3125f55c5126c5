// Package protocol is one conversation between a front end and the engine: it
// reads command lines, keeps the position, the options and the state of the
// search, and prints whole lines. What UCI (chess) and USI (shogi) do alike is
// here; the words in which they differ are a [Dialect], see the packages
// protocol/uci and protocol/usi. It meets the search through [Engine] and the
// games through core.Rules only: it never searches, never decides on time,
// never touches a board but by the moves it was given, and never lets the
// reading of commands wait for a search that was not told to stop.
package protocol
