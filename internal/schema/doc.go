// Package schema has the answers about positions and games that our doors give in JSON: the web API,
// "nitoryu mcp" and "nitoryu analyse --format jsonl". Each type stands here once, or in package review
// or at the root of the module; docs/use/schema.md is made of them all.
//
// It says what the rules, tables of openings and endgame tables say, and has none of its own. A door
// may leave out what nobody needs there.
package schema
