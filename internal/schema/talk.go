package schema

import "github.com/nitoryu/nitoryu"

// Effects are what moves do that might be played in a position, each for itself.
type Effects struct {
	Schema   int      `json:"schema"`   // the version of the schema
	Game     string   `json:"game"`     // chess or shogi
	Position string   `json:"position"` // before the moves: FEN or SFEN
	Side     string   `json:"side"`     // that moves: first or second
	Moves    []Effect `json:"moves"`
}

// Effect is what a move does.
type Effect struct {
	Asked     string   `json:"asked"` // as it was asked for
	Legal     bool     `json:"legal"`
	Why       string   `json:"why,omitempty"`       // the move is not legal
	Move      *Move    `json:"move,omitempty"`      // as it is written, with its parts
	Taken     string   `json:"taken,omitempty"`     // the letter of the piece that it takes
	Position  string   `json:"position,omitempty"`  // after it
	Replies   int      `json:"replies,omitempty"`   // how many legal moves the opponent has then
	Outcome   *Outcome `json:"outcome,omitempty"`   // how it ends the game
	Attacked  []string `json:"attacked,omitempty"`  // squares from which the opponent then attacks the piece that moved
	Defended  []string `json:"defended,omitempty"`  // squares from which its own side defends it
	Threatens []string `json:"threatens,omitempty"` // squares of pieces of the opponent that it attacks
	Text      string   `json:"text"`                // all that, in words
}

// Thought is what the engine thinks of a position.
type Thought struct {
	Schema   int           `json:"schema"`            // the version of the schema
	Game     string        `json:"game"`              // chess or shogi
	Position string        `json:"position"`          // FEN or SFEN
	Side     string        `json:"side"`              // to move: scores and chances are for this side
	Best     *NamedMove    `json:"best"`              // null if there is no legal move
	Score    nitoryu.Score `json:"score"`             // of the best line
	Depth    int           `json:"depth"`             // in plies
	Nodes    uint64        `json:"nodes"`             // positions that were searched
	Lines    []WordedLine  `json:"lines"`             // the best first
	Declare  bool          `json:"declare,omitempty"` // shogi: best is to declare by the entering king rule
	Text     string        `json:"text"`              // in words
}

// WordedLine is a line of the engine, in words, too.
type WordedLine struct {
	Score   nitoryu.Score   `json:"score"`
	Bound   nitoryu.Bound   `json:"bound,omitzero"` // whether the score is exact
	Chances nitoryu.Chances `json:"chances"`        // of a thousand games
	Depth   int             `json:"depth"`
	Moves   []nitoryu.Move  `json:"moves"` // as in UCI or USI
	Names   []string        `json:"names"` // as players write them
	Text    string          `json:"text"`  // in words
}

// Mate is what is known of a mate that the side to move may force.
type Mate struct {
	Schema   int            `json:"schema"`   // the version of the schema
	Game     string         `json:"game"`     // chess or shogi
	Position string         `json:"position"` // FEN or SFEN
	Known    bool           `json:"known"`    // whether a mate or its absence was proved
	Mates    bool           `json:"mates"`    // there is one
	Line     []nitoryu.Move `json:"line"`     // in which the defender holds out for as long as is known
	Names    []string       `json:"names"`    // of its moves
	Shortest bool           `json:"shortest"` // no mate is shorter
	First    []MateMove     `json:"first"`    // all first moves that mate, the shortest first
	Sure     bool           `json:"sure"`     // all other first moves were refuted
	Text     string         `json:"text"`     // in words
}

// MateMove is a move that mates by force.
type MateMove struct {
	NamedMove
	Plies int `json:"plies"` // to mate, the move included
}

// RecordedGame is a game as a record holds it.
type RecordedGame struct {
	Schema int               `json:"schema"`           // the version of the schema
	Game   string            `json:"game"`             // chess or shogi
	Games  int               `json:"games"`            // in the text
	Number int               `json:"number"`           // of this one, from 1
	Tags   map[string]string `json:"tags"`             // by the names of PGN, in shogi Sente and Gote for the players
	Start  string            `json:"start"`            // FEN or SFEN
	Moves  []NamedMove       `json:"moves"`            // of the main line
	Result string            `json:"result"`           // 1-0, 0-1, 1/2-1/2 or *
	Ending string            `json:"ending,omitempty"` // how it ended, such as checkmate or resignation
	Record string            `json:"record,omitempty"` // the game in the format that was asked for, with comments and variations
	Text   string            `json:"text"`             // in words
}
