package review

import (
	"math"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// ratedPlies are as many plies of a solution as its rating depends on.
const ratedPlies = 9

// What the rating of a puzzle depends on.
const (
	perPuzzle   = iota // 1
	perMove            // moves of the side that solves it
	withMate           // 1 if the solution ends with mate
	perCheck           // checks of that side
	whenQuiet          // 1 if the first move neither takes nor gives check
	whenSafe           // 1 if it takes something without risk
	whenChecked        // 1 if the side is in check
	perChoice          // logarithm of its legal moves
	perCapture         // its captures that win something
	perPhase           // of the game
	traitCount
)

// traits are what a puzzle has of each, or how many points of a rating each makes.
type traits [traitCount]float64

// weightsOf returns the weights for a game: fitted by least squares to the exercises of the page, whose ratings
// are measured (TestRatings with -fit).
func weightsOf(game string) traits {
	if game == chess.Rules.Name {
		return traits{perPuzzle: -900.5, perMove: 146.3, withMate: 288.4, perCheck: 5.9, whenQuiet: 269, whenSafe: -385, whenChecked: 712.3, perChoice: 539.4, perCapture: 57.9, perPhase: -9.7}
	}
	return traits{perPuzzle: -1515.1, perMove: 88.5, withMate: 178.6, perCheck: 218.7, whenQuiet: -175.6, whenSafe: -327.4, whenChecked: 1735.3, perChoice: 330.6, perCapture: 8.9, perPhase: -11.1}
}

// rating estimates the Elo at which half of the tries by our levels find the first move of a line from p, within
// the range of the levels.
func rating(p core.Position, line []core.Move, s Standard) int {
	game := p.GameInfo().Name
	lowest, highest := nitoryu.EloRange(nitoryu.Variant(game))
	if len(line) == 0 {
		return lowest
	}
	r := 0.0
	has := traitsOf(p, line, s)
	for i, weight := range weightsOf(game) {
		r += weight * has[i]
	}
	return min(max(int(math.Round(r)), lowest), highest)
}

// traitsOf returns what a line from p, which is not empty, has of each trait.
func traitsOf(p core.Position, line []core.Move, s Standard) (has traits) {
	line = line[:min(len(line), ratedPlies)]
	first := line[0]
	add := func(trait int, is bool) {
		if is {
			has[trait]++
		}
	}
	has[perPuzzle], has[perMove], has[perPhase] = 1, float64((len(line)+1)/2), float64(s.Results.PhaseOf(p))
	add(whenQuiet, !first.IsCapture() && !p.GivesCheck(first))
	add(whenSafe, first.IsCapture() && p.SEE(first, s.Material))
	add(whenChecked, p.InCheck())
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	has[perChoice] = math.Log(float64(legal.N))
	for _, m := range legal.Moves[:legal.N] {
		add(perCapture, m.IsCapture() && p.SEE(m, 1))
	}
	for i, m := range line {
		add(perCheck, i%2 == 0 && p.GivesCheck(m))
		p.Do(m, nil)
	}
	add(withMate, p.Verdict().Over())
	for range line {
		p.Undo()
	}
	return has
}
