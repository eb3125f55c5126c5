package review

import (
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

const (
	// lookahead is how many plies of a line are looked at: what it wins later has little
	// to do with the move.
	lookahead = 8
	// won is the chance from which on a draw is a pity.
	won = 75
)

// Explain returns why a bad move was one, the clearest reason first: only facts that stand
// in the lines of the search. p is the position before the move and after what the engine
// thinks of the one it led to. Other moves have no reasons. p is left as it was.
func Explain(p core.Position, m *Move, after *nitoryu.Result, s Standard) []Reason {
	if !m.Judgement.Bad() || len(m.Before.Lines) == 0 {
		return nil
	}
	best := bestLine(p, &m.Before)
	p.Do(m.Move, nil)
	defer p.Undo()
	reply := bestLine(p, after)

	var reasons []Reason
	if plies := mates(after); plies > 0 {
		reasons = append(reasons, Reason{Fact: AllowsMate, Plies: plies, Line: reply})
	}
	if plies := mates(&m.Before); plies > 0 {
		reasons = append(reasons, Reason{Fact: MissesMate, Plies: plies, Line: best})
	}
	if len(reasons) > 0 {
		return reasons // next to a mate, material means nothing
	}
	if s.Chance(m.Before.Lines[0].Score) >= won && drawn(p, reply) {
		reasons = append(reasons, Reason{Fact: AllowsDraw, Line: reply})
	}

	allowed, missed := exchange(p.Traits(), reply), exchange(p.Traits(), best)
	allowed.gain -= gain(p.Traits(), m.Move) // what the bad move won itself
	if allowed.gain+missed.gain < s.Material {
		return reasons // the best move would have come to the same
	}
	if allowed.gain >= s.Material {
		reasons = append(reasons, s.loss(p, m.Move, reply, allowed))
	}
	if missed.gain >= s.Material {
		reasons = append(reasons, Reason{Fact: MissesMaterial, Kinds: missed.won, Paid: missed.paid, Line: best})
	}
	return reasons
}

// mates returns the plies in which the side to move mates by the best line of an answer, 0 if
// it does not.
func mates(r *nitoryu.Result) int {
	if len(r.Lines) == 0 {
		return 0
	}
	plies, _ := r.Lines[0].Score.Mate()
	return max(0, plies)
}

// drawn reports whether the game is drawn by the rules within a line.
func drawn(p core.Position, line []core.Move) bool {
	played := 0
	defer func() {
		for range played {
			p.Undo()
		}
	}()
	for i := 0; ; i++ {
		if v := p.Verdict(); v.Over() {
			return v.Drawn
		}
		if i == len(line) {
			return false
		}
		p.Do(line[i], nil)
		played++
	}
}

// trade is what the side to move wins in a line.
type trade struct {
	gain core.Score  // in material, promotions included
	won  []core.Kind // the pieces it takes and does not pay for with like ones, the most valuable first
	paid []core.Kind // the others that it pays with
}

// exchange returns what the side to move wins in the first plies of a line, and keeps
// until it ends.
func exchange(g *core.Traits, line []core.Move) trade {
	var t trade
	end, least := kept(g, line)
	t.gain = least
	for i, m := range line[:end] {
		switch k := m.Captured(); {
		case k == 0:
		case i%2 == 0:
			t.won = append(t.won, k)
		default:
			t.paid = append(t.paid, k)
		}
	}
	t.paid = slices.DeleteFunc(t.paid, func(k core.Kind) bool {
		i := slices.Index(t.won, k)
		if i >= 0 {
			t.won = slices.Delete(t.won, i, i+1)
		}
		return i >= 0
	})
	sortKinds(g, t.won)
	sortKinds(g, t.paid)
	return t
}

// kept returns the least that has been won after the first plies of a line, and when that
// is. It looks only where nothing is left to be taken back at once.
func kept(g *core.Traits, line []core.Move) (end int, least core.Score) {
	settled := func(n int) bool {
		if n < len(line) {
			return !line[n].IsCapture()
		}
		return !line[n-1].IsCapture() || n == 1 // nobody knows what comes next
	}
	sum := core.Score(0)
	for i, m := range line {
		sum += gained(g, i, m)
	}
	least = core.Infinite
	for n := len(line); n > 0; n-- {
		if settled(n) {
			if sum <= least {
				end, least = n, sum
			}
			if n <= lookahead {
				return end, least
			}
		}
		sum -= gained(g, n-1, line[n-1])
	}
	return 0, 0
}

// gained returns what move number i of a line wins for the side that plays the first one.
func gained(g *core.Traits, i int, m core.Move) core.Score {
	if i%2 == 1 {
		return -gain(g, m)
	}
	return gain(g, m)
}

// gain returns the material that a move wins at once.
func gain(g *core.Traits, m core.Move) core.Score {
	sum := g.Value[m.Captured()]
	if m.IsPromotion() {
		sum += g.Gain[m.Kind()]
	}
	return sum
}

// sortKinds sorts kinds by their value, the most valuable first.
func sortKinds(g *core.Traits, kinds []core.Kind) {
	slices.SortStableFunc(kinds, func(a, b core.Kind) int { return int(g.Value[b] - g.Value[a]) })
}

// loss returns how the line that answers a bad move wins what t says. p is the position
// after the move.
func (s Standard) loss(p core.Position, bad core.Move, line []core.Move, t trade) Reason {
	first, taken := line[0], line[0].Captured()
	value := p.Traits().Value[taken]
	if taken != 0 && !bad.IsCapture() && value >= t.gain/2 && p.SEE(first, value) {
		return Reason{Fact: HangsPiece, Kinds: []core.Kind{taken}, Line: line}
	}
	if kinds := s.forked(p, line); value < t.gain/2 && len(kinds) > 1 {
		return Reason{Fact: AllowsFork, Kinds: kinds, Line: line}
	}
	return Reason{Fact: LosesMaterial, Kinds: t.won, Paid: t.paid, Line: line}
}

// forked returns the pieces that the first move of a line attacks with the piece it moved,
// if they cannot all be saved: it takes one of them with its next move. A check attacks
// the king, which has no kind here: 0.
func (s Standard) forked(p core.Position, line []core.Move) []core.Kind {
	if len(line) < 3 || line[2].From() != line[0].To() || !line[2].IsCapture() {
		return nil
	}
	p.Do(line[0], nil)
	defer p.Undo()
	if p.InCheck() {
		return []core.Kind{0, line[2].Captured()}
	}
	p.DoNull()
	defer p.UndoNull()
	var captures core.MoveList
	p.Generate(core.Tactical, &captures)
	var kinds []core.Kind
	var targets []core.Square
	for _, m := range captures.Moves[:captures.N] {
		if m.From() == line[0].To() && m.IsCapture() && p.SEE(m, s.Material) && !slices.Contains(targets, m.To()) {
			targets, kinds = append(targets, m.To()), append(kinds, m.Captured())
		}
	}
	sortKinds(p.Traits(), kinds)
	return kinds
}
