package chess

// score is a middlegame and an endgame value in one number, so that both are
// added and multiplied at once: the middlegame in the low half, with the borrow
// of its sign in the high one
// (https://www.chessprogramming.org/Tapered_Eval#Packed_Eval).
type score int64

// weight is the value of a term in the middlegame and in the endgame.
type weight struct{ middle, end int32 }

func pack(w weight) score { return score(w.end)<<32 + score(w.middle) }

func (s score) middle() int32 { return int32(s) }

func (s score) end() int32 { return int32((s + 1<<31) >> 32) }
