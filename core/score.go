package core

// Score is a value from the view of the side to move. 100 is about a pawn in chess. In
// both games a score stands for a chance to win, but not for the same one (see
// docs/build/search.md). Every score fits in 16 bits.
type Score int32

const (
	// Draw is the score of a drawn position.
	Draw Score = 0
	// Infinite is larger than every score of a position.
	Infinite Score = 32001
	// NoScore marks a score that is not known.
	NoScore Score = 32002
	// Mate is the score of having mated at the root; a win n plies away from
	// the root scores Mate-n, a loss -(Mate-n).
	Mate Score = 32000
	// MaxPly bounds the distance of searched nodes from the root. Some front ends,
	// such as fishnet, read depths in one byte and reject mates beyond that.
	MaxPly = 246
	// MateBound is the smallest score of a mate: a score from here on is a mate in
	// Mate-score plies.
	MateBound = Mate - MaxPly
	// TableWin is the score of a win by endgame tables at the root; one n plies away from
	// the root scores TableWin-n. Every mate is better.
	TableWin = MateBound - 1
	// WinBound is the smallest score of a forced win, by mate or by tables.
	WinBound = TableWin - MaxPly
	// EvalBound is the largest magnitude of a static evaluation.
	EvalBound = WinBound - 1
)

// WinIn returns the score of a win n plies from the root.
func WinIn(n int) Score { return Mate - Score(n) }

// LossIn returns the score of a loss n plies from the root.
func LossIn(n int) Score { return Score(n) - Mate }

// TableWinIn returns the score of a position n plies from the root that tables know to be
// won. It says nothing about the distance of the mate.
func TableWinIn(n int) Score { return TableWin - Score(n) }

// IsWin reports whether s says that the side to move wins by force.
func (s Score) IsWin() bool { return s >= WinBound }

// IsLoss reports whether s says that the side to move loses by force.
func (s Score) IsLoss() bool { return s <= -WinBound }

// IsDecisive reports whether s is a forced win or loss.
func (s Score) IsDecisive() bool { return s.IsWin() || s.IsLoss() }

// IsMate reports whether s is a mate, for either side: a forced win or loss of known
// length, unlike wins by endgame tables.
func (s Score) IsMate() bool { return s >= MateBound || s <= -MateBound }

// PliesToMate returns the distance of a mate, in plies from the root: positive for a win,
// negative for a loss and 0 for a side that is mated already. The result is meaningless
// unless IsMate.
func (s Score) PliesToMate() int {
	if s > 0 {
		return int(Mate - s)
	}
	return -int(Mate + s)
}

// tablePoints is what a win by endgame tables is worth in hundredths of a pawn, as front
// ends know it from Stockfish.
const tablePoints = 20000

// Points returns what front ends show for a score that is no mate, in hundredths of a pawn: the score itself,
// or 20000 minus the plies from the root for a win by endgame tables.
func (s Score) Points() int {
	switch {
	case s.IsWin():
		return tablePoints - int(TableWin-s)
	case s.IsLoss():
		return -tablePoints + int(TableWin+s)
	}
	return int(s)
}

// ScoreOfPoints returns the score that front ends are shown as points in a game that has endgame tables: what is
// within [MaxPly] of 20000 is a win or a loss by tables.
func ScoreOfPoints(points int) Score {
	switch n := tablePoints - max(points, -points); {
	case n < 0 || n > MaxPly:
		return Score(points).Clamp()
	case points < 0:
		return -TableWinIn(n)
	default:
		return TableWinIn(n)
	}
}

// Clamp returns s within the bounds of a static evaluation.
func (s Score) Clamp() Score { return max(-EvalBound, min(EvalBound, s)) }

// Bound says how a score relates to the true value of a node.
type Bound uint8

// The kinds of bound. Exact is both an upper and a lower bound.
const (
	NoBound Bound = 0
	Upper   Bound = 1
	Lower   Bound = 2
	Exact   Bound = Upper | Lower
)
