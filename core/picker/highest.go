package picker

// long is the number of ranks that one step of the kernels takes; they need at least
// as many.
const long = 32

// highest returns the largest of one or more ranks.
func highest(ranks []int32) int32 {
	if len(ranks) >= long {
		return highestOfMany(ranks)
	}
	return highestGo(ranks)
}

// highestGo keeps four maxima side by side where there are many ranks, since each
// comparison waits for the one before it.
func highestGo(ranks []int32) int32 {
	top := ranks[0]
	if len(ranks) >= 16 {
		a, b, c := top, top, top
		for len(ranks) >= 4 {
			top, a, b, c = max(top, ranks[0]), max(a, ranks[1]), max(b, ranks[2]), max(c, ranks[3])
			ranks = ranks[4:]
		}
		top = max(top, a, b, c)
	}
	for _, r := range ranks {
		top = max(top, r)
	}
	return top
}
