package mate

// Need returns the hand with which the last problem, which had no bound, was
// solved: the least for a proof, the most for a refutation.
func (s *Solver) Need() uint64 { return s.table.find(s.holder.BoardKey(), s.hand()).hand }
