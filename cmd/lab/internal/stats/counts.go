package stats

// Games counts results of single games, from the view of the first of two players.
// Counts are not negative.
type Games struct{ Wins, Draws, Losses int }

// N returns the number of games.
func (g Games) N() int { return g.Wins + g.Draws + g.Losses }

// Score returns the points per game, 0 to 1; 1/2 if there are no games.
func (g Games) Score() float64 { return mean(g.outcomes()) }

// Add returns the games of g and h together.
func (g Games) Add(h Games) Games {
	return Games{g.Wins + h.Wins, g.Draws + h.Draws, g.Losses + h.Losses}
}

// count adds a game.
func (g *Games) count(r Result) {
	switch r {
	case Win:
		g.Wins++
	case Draw:
		g.Draws++
	case Loss:
		g.Losses++
	}
}

// reverse returns the same games from the view of the second player.
func (g Games) reverse() Games { return Games{g.Losses, g.Draws, g.Wins} }

// outcomes returns the counts by points: 0, 1/2, 1.
func (g Games) outcomes() []int { return []int{g.Losses, g.Draws, g.Wins} }

// Pairs counts pairs of games, each on one opening with colours reversed, by the
// points of the first player: 0, 1/2, 1, 3/2 and 2 (pentanomial counts). The games
// of a pair depend on each other through their opening; taken as one event they give
// smaller and more truthful errors. Counts are not negative.
type Pairs [5]int

// N returns the number of pairs.
func (p Pairs) N() int { return total(p[:]) }

// Add returns the pairs of p and q together.
func (p Pairs) Add(q Pairs) Pairs {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// reverse returns the same pairs from the view of the second player.
func (p Pairs) reverse() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// The functions below treat games and pairs alike, as counts by points, from no points to all
// points.

func total(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// score returns the points per game of outcome i of n.
func score(i, n int) float64 { return float64(i) / float64(n-1) }

// gamesPerEvent is 1 for games and 2 for pairs.
func gamesPerEvent(counts []int) float64 { return float64(len(counts)-1) / 2 }

func mean(counts []int) float64 {
	points, n := 0, 0
	for i, c := range counts {
		points += i * c
		n += c
	}
	if n == 0 {
		return 0.5
	}
	return float64(points) / float64(n*(len(counts)-1))
}

// variance returns the variance of the points per game over games or pairs.
func variance(counts []int) (v float64) {
	m, n := mean(counts), float64(total(counts))
	for i, c := range counts {
		deviation := score(i, len(counts)) - m
		v += float64(c) / n * deviation * deviation
	}
	return v
}
