package mate

// Need returns the hand of the attacker for which the answer to the last problem, one
// without a bound, holds: the smallest for a proof, the largest for a disproof.
func (s *Solver) Need() uint64 { return s.table.find(s.holder.BoardKey(), s.hand()).hand }
