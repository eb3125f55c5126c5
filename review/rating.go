package review

import (
	"math"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// ratedPlies are as many plies of a solution as its rating depends on.
const ratedPlies = 9

// hardness says how much of a rating each property of a puzzle makes: the weights were fitted by least squares
// to the exercises of the page, whose ratings are measured.
type hardness struct {
	base, move, mate, check, quiet, safe, checked, choice, captures, phase float64
}

// hardnessOf returns the weights for a game.
func hardnessOf(game string) hardness {
	if game == chess.Rules.Name {
		return hardness{base: -564.8, move: 57.1, mate: 301.5, check: -1.8, quiet: 261.5, safe: -361.9, checked: 641.2, choice: 445.6, captures: 47.5, phase: -9}
	}
	return hardness{base: -1717.5, move: 53.4, mate: 269.2, check: 282.9, quiet: -113.2, safe: -281, checked: 1965.4, choice: 334.4, captures: 11.2, phase: -10.5}
}

// rating estimates the Elo at which half of the tries by our levels find the first move of a line from p, within
// the range of the levels.
func rating(p core.Position, line []core.Move, s Standard) int {
	info := p.GameInfo()
	h := hardnessOf(info.Name)
	line = line[:min(len(line), ratedPlies)]
	lowest, highest := nitoryu.EloRange(nitoryu.Variant(info.Name))
	if len(line) == 0 {
		return lowest
	}
	first, r := line[0], h.base+h.move*float64((len(line)+1)/2)+h.phase*float64(s.Results.PhaseOf(p))
	add := func(weight float64, is bool) {
		if is {
			r += weight
		}
	}
	add(h.quiet, !first.IsCapture() && !p.GivesCheck(first))
	add(h.safe, first.IsCapture() && p.SEE(first, s.Material))
	add(h.checked, p.InCheck())
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	r += h.choice * math.Log(float64(legal.N))
	for _, m := range legal.Moves[:legal.N] {
		add(h.captures, m.IsCapture() && p.SEE(m, 1))
	}
	for i, m := range line {
		add(h.check, i%2 == 0 && p.GivesCheck(m))
		p.Do(m, nil)
	}
	add(h.mate, p.Verdict().Over())
	for range line {
		p.Undo()
	}
	return min(max(int(math.Round(r)), lowest), highest)
}
