package dataset

// IndexSet is a set of game indices; the zero value is empty. It takes a few bits per game
// if the indices are nearly contiguous.
type IndexSet struct {
	words map[uint64]uint64 // 64 indices each
	n     int
}

// Add puts an index into the set.
func (s *IndexSet) Add(index uint64) {
	if s.Has(index) {
		return
	}
	if s.words == nil {
		s.words = map[uint64]uint64{}
	}
	s.words[index/64] |= 1 << (index % 64)
	s.n++
}

// Has reports whether an index is in the set.
func (s *IndexSet) Has(index uint64) bool { return s.words[index/64]>>(index%64)&1 != 0 }

// Len returns the number of indices in the set.
func (s *IndexSet) Len() int { return s.n }
