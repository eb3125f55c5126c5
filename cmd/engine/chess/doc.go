// Command chess is the engine of chess alone, without subcommands, for browsers.
package main
