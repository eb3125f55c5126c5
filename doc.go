// Package nitoryu puts the engine, its rules and its records into other Go programs: bots, web
// services, makers of puzzles, converters. Open a [Position] of chess or shogi, play moves, ask for the
// legal ones and for how the game ended; make an [Engine], and let it search with a context and limits.
//
//	engine, err := nitoryu.New(nitoryu.Options{Threads: 2, Hash: 64})
//	...
//	defer engine.Close()
//	position, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi})
//	...
//	result, err := nitoryu.Ask(ctx, engine, position, nitoryu.Limits{Time: time.Second})
//
// [Engine] is one [Searcher]; so is any other program that speaks UCI or USI, by package client, and a
// [Pool] of several. A running [Search] hands out its lines as they come, ponders, and can be stopped.
//
// Moves are in the notation of the protocols, UCI and USI; [Position.Parse] and
// [Position.Write] know the notations of people. A [Game] is a record of moves with comments and
// variations, read from and written to the files that people have; [ReadHeaders] finds some games among
// many. [Book], [Tables] and [Position.Opening] know openings and endings, and [Position.SVG] draws.
//
// Positions, games, outcomes, limits and results are text and JSON, both ways. Zero values can be used,
// or say that they are closed. Errors are told apart by [errors.Is].
//
// Engines are independent of each other and there may be any number of them. The package
// keeps no state of its own: it prints nothing except the trace of a bug in the search
// on standard error; it starts no process, uses no network, reads no environment
// variable, and opens only the files that it is given names of.
//
// # What is promised
//
// The exported names of this package and of packages client, record and review are stable within a
// major version. Packages record and review show some types of package core, such as core.Position
// and core.Move: what they need of them is promised with them. All other packages, those below internal
// and those that Go cannot hide, such as core, games, smp, protocol and web, are free to change in any
// release.
package nitoryu
