// Package app is the program nitoryu: its subcommands, and the protocols on standard input and
// output. cmd/nitoryu only calls it, because the go command compiles whatever a program with a
// profile needs a second time: go.mod has ./... pass over that folder, so that go test ./...
// compiles everything once.
package app
