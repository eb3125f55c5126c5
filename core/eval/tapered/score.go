package tapered

// Weight is the value of a term: in the middlegame, in the endgame.
type Weight [2]int16

// Middle returns the middlegame value.
func (w Weight) Middle() int32 { return int32(w[0]) }

// End returns the endgame value.
func (w Weight) End() int32 { return int32(w[1]) }

// Score returns w as a score.
func (w Weight) Score() Score { return Score(w[1])<<32 + Score(w[0]) }

// Score is a middlegame and an endgame value in one number, so that one operation
// adds or multiplies both: the middlegame in the low half, with the borrow of its
// sign in the high one (https://www.chessprogramming.org/Tapered_Eval#Packed_Eval).
// Each value fits in 32 bits.
type Score int64

// Middle returns the middlegame value.
func (s Score) Middle() int32 { return int32(s) }

// End returns the endgame value.
func (s Score) End() int32 { return int32((s + 1<<31) >> 32) }
