// Package suite lets an engine solve test positions of chess and shogi, and reports
// how many it solved, how soon, and its answers. Only the file of the suite says what is
// right. It talks to engines through package player only and prints nothing.
package suite
