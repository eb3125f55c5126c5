package options

import "github.com/nitoryu/nitoryu/core"

// NoBook stands for no opening book in place of the name of a file, as in YaneuraOu.
const NoBook = "no_book"

// Book says which opening book to play from, and how. Some books have scores for
// their moves, others only weights.
type Book struct {
	On        bool   // play from the book
	File      string // "" and NoBook: no book
	Folder    string // where File is, unless it is an absolute path; "": the current folder
	OnTheFly  bool   // search in the file instead of loading it; large files are never loaded
	IgnorePly bool   // a position is the same at any move number
	Flipped   bool   // where a position is missing, look it up with the sides exchanged

	Plies    int           // play from the book before this ply of a game only; 0: never
	Variety  int           // without scores: 0 for the best move only, 100 for every move
	ByWeight bool          // play moves as often as their weights say, not all equally often
	Narrow   bool          // leave out moves with less than a tenth of the weights
	Ignore   int           // percent of the positions in which the book is not used
	MinDepth int           // with scores: no book if the best move was searched less deeply
	MaxLoss  core.Score    // ... moves that are worse than the best by more are left out
	MinScore [2]core.Score // ... and moves with a lower score for the side to move
}

// BookMove is a move that a book plays.
type BookMove struct {
	Move  core.Move
	Reply core.Move  // the expected answer, or NoMove
	Score core.Score // for the side to move, or NoScore
	Depth int        // of the search that the score comes from; 0: unknown
	Moves int        // that the book has for the position
	Book  string
}
