package arena

import "github.com/nitoryu/nitoryu/core"

// pairing is the contestants of one game, by index.
type pairing struct {
	number int    // of the game, from 0; games 2k and 2k+1 are a pair
	round  int    // from 0; all games of a round have the same opening
	seats  [2]int // contestant by colour
}

// schedule lists the games of a match: in each round every pairing plays the
// round's opening twice, colours reversed.
type schedule struct {
	pairs  [][2]int
	rounds int
}

// newSchedule returns the schedule of n contestants: a round robin, or a gauntlet of the first
// contestant against each other one.
func newSchedule(n int, gauntlet bool, rounds int) schedule {
	s := schedule{rounds: rounds}
	for i := range n {
		for j := i + 1; j < n; j++ {
			if i == 0 || !gauntlet {
				s.pairs = append(s.pairs, [2]int{i, j})
			}
		}
	}
	return s
}

// games is the total number of games.
func (s schedule) games() int { return 2 * s.rounds * len(s.pairs) }

// at returns game number n.
func (s schedule) at(n int) pairing {
	pair := n / 2
	p := pairing{number: n, round: pair / len(s.pairs), seats: s.pairs[pair%len(s.pairs)]}
	if n%2 == 1 {
		p.seats[core.First], p.seats[core.Second] = p.seats[core.Second], p.seats[core.First]
	}
	return p
}
