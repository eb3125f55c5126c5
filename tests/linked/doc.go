// Package linked builds programs of Go developers and checks what gets into them: a program
// that plays chess carries no network of shogi, and one that reads records carries none.
//
// It holds tests only.
package linked
