// Package programs checks the built binary from where other programs stand: match
// managers, bots, bridges to servers and front ends, as docs/use/programs.md describes them.
//
// It holds tests only.
package programs
