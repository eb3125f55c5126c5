package schema

import (
	"reflect"

	"github.com/nitoryu/nitoryu/review"
)

// The doors, by their names in the documentation.
const (
	WebAPI = "web API"
	MCP    = "mcp"
	JSONL  = "jsonl"
)

// Answer is what a door answers when something is asked for.
type Answer struct {
	Door string
	Ask  string // a request of the web API, a tool of the MCP
	Type reflect.Type
}

// Tools returns what the tools of "nitoryu mcp" answer.
func Tools() []Answer {
	return []Answer{
		{MCP, "position", reflect.TypeFor[Position]()},
		{MCP, "legal_moves", reflect.TypeFor[Position]()},
		{MCP, "try_moves", reflect.TypeFor[Effects]()},
		{MCP, "game", reflect.TypeFor[RecordedGame]()},
		{MCP, "analyse", reflect.TypeFor[Thought]()},
		{MCP, "review", reflect.TypeFor[review.Report]()},
		{MCP, "opening", reflect.TypeFor[Opening]()},
		{MCP, "mate", reflect.TypeFor[Mate]()},
		{MCP, "endgame", reflect.TypeFor[Endgame]()},
	}
}

// Lines returns what a line of "nitoryu analyse --format jsonl" is.
func Lines() []Answer {
	return []Answer{{JSONL, "a game", reflect.TypeFor[review.Report]()}}
}
