// Package mcp answers language models by the Model Context Protocol (https://modelcontextprotocol.io): tools
// that take whole games and positions in any notation, and say what is legal, what a move does, what
// the engine thinks, and why a move was bad.
//
// Rules, notation, openings, mates and tables come from the root of the module, verdicts from package
// review; answers are types of internal/schema. A model may send anything: sizes, searches and
// waiting calls have bounds, and every call can be cancelled.
package mcp
