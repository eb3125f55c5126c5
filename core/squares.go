package core

// Squares is a set of squares of either game: square s is bit s%64 of word s/64.
type Squares [2]uint64

// Dangers are, for each kind of piece, the squares that enemy pieces of less value attack.
// Knights and bishops of chess are worth the same. A king is never in danger.
type Dangers [MaxPieceTypes]Squares

// Bit returns 1 if sq is in the set, else 0. The from field of a drop is in no set.
func (s *Squares) Bit(sq Square) int { return int(s[sq>>6&1] >> (sq & 63) & 1) }
