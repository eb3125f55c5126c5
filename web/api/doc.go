// Package api answers what a page about games asks: positions with their legal moves,
// the notation of moves, records read and written, levels, openings and endgames.
// An [API] takes a request as a line of JSON and answers with a line of JSON; docs/use/web.md
// lists the requests.
//
// It is the one source of rules for a page, and has none of its own: positions come from
// package games, notation and records from package record.
// It keeps no state: each request holds the game from its start.
//
// A [Session] asks an engine for a page, any [nitoryu.Searcher], in lines of the same kind: for searches,
// and for reviews of whole games by package review.
//
// It is not promised to other programs, and may change in any release.
package api
