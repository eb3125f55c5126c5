package stats

import (
	"cmp"
	"slices"
)

// Result is the result of a game for its first player, in half points.
type Result uint8

// The results.
const (
	Loss Result = iota
	Draw
	Win
)

// Standings collects the games of a tournament: a gauntlet, a round robin or any other. Only
// one goroutine may use it at a time.
type Standings struct {
	names  []string
	scores map[duel]*record
}

// duel is two players, the lower index first.
type duel struct{ low, high int }

// record is the score of a duel from the view of its lower index.
type record struct {
	games Games
	pairs Pairs
	open  map[int]Result // of the first games of pairs that lack their second game
}

// Standing is the score of one player against all opponents.
type Standing struct {
	Player   int // index
	Name     string
	Games    Games
	Pairs    Pairs    // the complete pairs
	Estimate Estimate // from the complete pairs, or from the games if no pair is complete
}

// NewStandings returns the standings of the named players before the first game.
func NewStandings(names []string) *Standings {
	return &Standings{names: slices.Clone(names), scores: map[duel]*record{}}
}

// Add counts a game of two players, by index, with its result for the first of them.
// Two games of the same players with the same pair number are a pair; each number
// may be used again after that.
func (s *Standings) Add(first, second int, r Result, pair int) {
	if first > second {
		first, second, r = second, first, Win-r
	}
	d := duel{first, second}
	if s.scores[d] == nil {
		s.scores[d] = &record{open: map[int]Result{}}
	}
	s.scores[d].add(r, pair)
}

func (c *record) add(r Result, pair int) {
	c.games.count(r)
	other, complete := c.open[pair]
	if !complete {
		c.open[pair] = r
		return
	}
	delete(c.open, pair)
	c.pairs[r+other]++
}

// Versus returns the score of player i against player j: all games, and the pairs
// that are complete.
func (s *Standings) Versus(i, j int) (Games, Pairs) {
	c := s.scores[duel{min(i, j), max(i, j)}]
	switch {
	case c == nil:
		return Games{}, Pairs{}
	case i < j:
		return c.games, c.pairs
	}
	return c.games.reverse(), c.pairs.reverse()
}

// table returns the standings, best score first. Players of equal score keep the order of their
// indices; players without games come last.
func (s *Standings) table() []Standing {
	table := make([]Standing, len(s.names))
	for i := range table {
		table[i] = s.standing(i)
	}
	slices.SortStableFunc(table, func(a, b Standing) int {
		if (a.Games.N() == 0) != (b.Games.N() == 0) {
			return cmp.Compare(b.Games.N(), a.Games.N())
		}
		return cmp.Compare(b.Games.Score(), a.Games.Score())
	})
	return table
}

// standing sums the results of player i.
func (s *Standings) standing(i int) Standing {
	total := Standing{Player: i, Name: s.names[i]}
	for j := range s.names {
		games, pairs := s.Versus(i, j)
		total.Games = total.Games.Add(games)
		total.Pairs = total.Pairs.Add(pairs)
	}
	if total.Estimate = total.Pairs.Estimate(); total.Pairs.N() == 0 {
		total.Estimate = total.Games.Estimate()
	}
	return total
}
