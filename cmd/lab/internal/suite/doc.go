// Package suite lets an engine solve test positions of chess and shogi, and reports how many it
// solved, how soon, and its answers. Only the file of the suite says what is right. Every
// engine is a nitoryu.Searcher. The package prints nothing.
package suite
