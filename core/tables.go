package core

// Tables are endgame tables of a game: they know the result of every position with few
// pieces. Probes may come from several goroutines at a time.
type Tables interface {
	// Men returns the largest number of pieces, kings included, for which there is a
	// table; 0 if there is none.
	Men() int
	// Probe returns the result of a position for the side to move, played perfectly with
	// the draw clock at zero: 2 is a win, 1 a win that counted moves turn into a draw, 0
	// a draw, and -1 and -2 are the losses. It is false for positions with more than
	// limit pieces and those without a table. The position is played on and restored.
	Probe(g Game, limit int) (wdl int, ok bool)
	// Rank ranks all legal moves of a position, like Probe for the game so far; without
	// draws, counted moves never draw. byDistance says that whoever keeps to the moves of
	// the highest rank wins what is won; otherwise it only stays won.
	Rank(p Position, limit int, noDraws bool) (moves []RankedMove, byDistance, ok bool)
	// Problems returns what has turned out to be wrong with tables since the last call.
	Problems() []error
}

// MaxMen is the largest number of pieces for which tables of chess exist.
const MaxMen = 7

// RankedMove is a move and what endgame tables say about it.
type RankedMove struct {
	Move Move
	WDL  int // the result for the side that moves, as of Tables.Probe
	Rank int // higher for better moves; moves of equal rank keep the result equally well
}
