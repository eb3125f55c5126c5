// Package protocol is one conversation between a front end and the engine: it
// reads command lines, keeps the position, the options and the state of the
// search, and prints whole lines. It holds what UCI (chess) and USI (shogi) have in
// common; a [Dialect] says where they differ, see protocol/uci and protocol/usi. It
// knows the search only as an [Engine], opening books only as [Books] and the games only
// as core.Rules: it never searches, never decides about time or whether there is anything
// to search, and reads commands while a search runs.
//
// It is not promised to other programs, and may change in any release.
package protocol
