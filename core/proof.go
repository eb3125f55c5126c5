package core

// Proof is a position of the defender in the tree that proves a mate: what the attacker played, and
// all replies.
type Proof struct {
	Move    Move      // of the attacker
	Plies   int       // to mate, Move included
	Replies []Defence // the longest first; none, or only futile ones: mate
}

// Defence is a reply of the defender.
type Defence struct {
	Move   Move
	Next   *Proof // nil: beyond what was asked for, or futile
	Futile bool   // an interposition that changes nothing, which problems of shogi do not count
}
