// Package nitoryu puts the engine into other Go programs: bots, web services, makers of
// puzzles. Open a [Position] of chess or shogi, play moves, ask for the legal ones and for
// how the game ended; make an [Engine], and let it search with a context and limits.
//
//	engine, err := nitoryu.New(nitoryu.Options{Threads: 2, Hash: 64})
//	...
//	defer engine.Close()
//	position, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi})
//	...
//	result, err := nitoryu.Ask(ctx, engine, position, nitoryu.Limits{Time: time.Second})
//
// [Engine] is one [Searcher]; any other program that speaks UCI or USI can be one, too. A
// [Search] that runs hands out its lines as they come, ponders, and can be stopped.
//
// Moves are in the notation of the protocols, UCI and USI; [Position.Parse] and
// [Position.Write] know those of people. A [Game] is a record of moves with comments and
// variations, read from and written to the files that people have.
//
// Engines are independent of each other and there may be any number of them. The package
// keeps no state of its own: it prints nothing, but for the trace of a bug in the search
// on the standard error; it starts no process, uses no network, reads no environment
// variable, and opens only the files that [Options] name.
//
// What this package exports is stable within a major version. The packages below it, on
// which it is a thin layer, are free to change.
package nitoryu
