package schema

// Endgame is what endgame tables say of a position, for the side to move.
type Endgame struct {
	Schema int `json:"schema,omitempty"` // the version of the schema, in the MCP
	TableResult
	Moves []TableMove `json:"moves"`          // the best first; null where no table knows the position
	Text  string      `json:"text,omitempty"` // of the MCP: the result in words
}

// TableMove is a legal move with its result, for the side that makes it.
type TableMove struct {
	NamedMove
	TableResult
}

// TableResult is a result under the fifty-move rule, the clock of the position included.
type TableResult struct {
	Result string `json:"result,omitempty"` // win, cursed win, draw, blessed loss or loss
	DTZ    *int   `json:"dtz,omitempty"`    // plies to the next capture, pawn move or mate, if known
}
