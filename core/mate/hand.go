package mate

// A hand counts the pieces of each kind in one byte. As all counts are below 128, the
// top bits are free for operations on all kinds at once.
const tops = 0x8080808080808080

// covers reports whether a hand holds at least as many pieces of every kind as
// another.
func covers(hand, other uint64) bool { return ((hand|tops)-other)&tops == tops }

// fill turns a set of top bits into whole bytes of ones.
func fill(top uint64) uint64 { return top >> 7 * 0xff }

// lacking returns all ones for the kinds of which a hand holds none.
func lacking(hand uint64) uint64 { return fill(^(hand + ^uint64(tops)) & tops) }

// most returns the larger count of each kind.
func most(a, b uint64) uint64 {
	mask := fill(((a | tops) - b) & tops)
	return a&mask | b&^mask
}

// least returns the smaller count of each kind.
func least(a, b uint64) uint64 {
	mask := fill(((a | tops) - b) & tops)
	return b&mask | a&^mask
}

// moveHand converts the hand that is needed after a move to the hand needed before it,
// given the hands after and before: a dropped piece is needed, a captured piece is not.
func moveHand(need, after, before uint64) uint64 { return most(need+before, after) - after }
