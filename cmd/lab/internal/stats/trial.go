package stats

// Trial is an SPRT in progress. Games are added as they end, in any order. They are judged pair
// by pair in the order of the pairs' numbers, and the first decision is final. So the decision
// depends only on the games: not on which of several games at once ends first (short games do,
// which is a bias), on the games in progress, or on interruptions of the match. fastchess and
// cutechess judge all games that have ended and drop the games in progress; when resumed, they
// may find a decided test undecided.
//
// Only one goroutine may use it at a time.
type Trial struct {
	SPRT
	games    Games // judged
	pairs    Pairs // judged
	open     map[int][]Result
	decision Decision
}

// NewTrial returns the test before the first game.
func NewTrial(s SPRT) *Trial { return &Trial{SPRT: s, open: map[int][]Result{}} }

// Add adds a game of a pair, counted from 0, with its result for the player that is
// tested. Games beyond the second of a pair do not count, nor do any after the decision.
func (t *Trial) Add(pair int, r Result) {
	if len(t.open[pair]) == 2 {
		return
	}
	t.open[pair] = append(t.open[pair], r)
	for next := t.open[t.pairs.N()]; len(next) == 2 && t.decision == Continue; next = t.open[t.pairs.N()] {
		delete(t.open, t.pairs.N())
		for _, r := range next {
			t.games.count(r)
		}
		t.pairs[next[0]+next[1]]++
		t.decision = t.Decide(t.LLR())
	}
}

// Decision returns the decision by the pairs judged so far.
func (t *Trial) Decision() Decision { return t.decision }

// Games returns the number of games judged so far.
func (t *Trial) Games() int { return t.games.N() }

// LLR returns the log-likelihood ratio of the games judged so far.
func (t *Trial) LLR() float64 { return t.SPRT.LLR(t.games, t.pairs) }

// Remaining estimates how many more games have to be judged, as [SPRT.Remaining].
func (t *Trial) Remaining() (games int, known bool) { return t.SPRT.Remaining(t.games, t.pairs) }
