// Package client runs programs that speak UCI or USI, each in a process of its own, and
// makes every one of them a [nitoryu.Searcher]: what analyses positions with our engine does
// so with any other.
//
//	engine, err := client.Start(ctx, client.Config{Command: "stockfish"})
//	...
//	defer engine.Close()
//	result, err := nitoryu.Ask(ctx, engine, position, nitoryu.Limits{Time: time.Second})
//
// Programs are told the rules of each game as far as they have options for them, and a
// position of another game is refused. If a program reports an error while its options are set, Start fails.
//
// It takes the time of answers, checks that moves are legal, ends programs that hang with
// all their children, and says what went wrong in a [Failure]. It never judges a game and
// prints nothing.
package client
