// Command shogi is the engine of shogi alone, without subcommands, for browsers.
package main
