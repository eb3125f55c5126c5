package core

// Proof is a position of the defender in the tree that proves a mate: what the attacker played, and
// all replies.
type Proof struct {
	Move    Move      // of the attacker
	Plies   int       // to mate, Move included
	Replies []Defence // the longest first; none: mate
}

// Defence is a reply of the defender.
type Defence struct {
	Move Move
	Next *Proof // nil: beyond what was asked for
}
