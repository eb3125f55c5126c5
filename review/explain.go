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
	// soon is how many a pawn may take.
	soon = 4
	// later is how many are looked at where nothing else explains a loss.
	later = 14
	// notable is the least difference between what lines lead to that is reported at once, faint the
	// least one that is reported where nothing else explains a loss. See [Features].
	notable, faint = 1, 0.5
	// active, sheltered and developed are the least differences of what changes with every move.
	active, sheltered, developed = 2.5, 2, 1.3
	// broken is the least difference of pawns: two weak ones.
	broken = 1.5
	// early is the ply by which a pawn structure has to change to be reported.
	early = 4
	// won is the chance from which on a draw is a pity.
	won = 75
	// most is how many reasons are told of a move.
	most = 2
)

// Explain returns why a bad move was one, the clearest reason first, two at most, or which mate another move
// missed: only facts that stand in the lines of the search and hold on the board. p is the position before the move and after what the engine
// thinks of the one it led to. Other moves have no reasons. p is left as it was.
func Explain(p core.Position, m *Move, after *nitoryu.Result, s Standard) []Reason {
	if !m.Telling() || len(m.Before.Lines) == 0 {
		return nil
	}
	e := &explanation{Standard: s, p: p, m: m, after: after, best: bestLine(p, &m.Before)}
	p.Do(m.Move, nil)
	e.reply = bestLine(p, after)
	p.Undo()
	if !m.Judgement.Bad() {
		e.missedMate()
		return e.reasons
	}
	for _, find := range []func(){
		e.decisions, e.material, func() { e.laterMaterial(later) }, e.plans, e.trade, e.attack,
		func() { e.positional(faint) }, func() { e.laterMaterial(core.MaxPly) }, e.chances,
	} {
		if find(); len(e.reasons) > 0 {
			break // what is found later means less
		}
	}
	return e.reasons[:min(most, len(e.reasons))]
}

// explanation is the search for reasons.
type explanation struct {
	Standard
	p           core.Position // before the move
	m           *Move
	after       *nitoryu.Result
	best, reply []core.Move
	reasons     []Reason
}

// add adds a reason.
func (e *explanation) add(r Reason, missed bool) {
	if r.Missed = missed; r.Fact.Known(missed) && e.holds(&r) {
		e.reasons = append(e.reasons, r)
	}
}

// played calls visit with the position after the move.
func (e *explanation) played(visit func()) {
	e.p.Do(e.m.Move, nil)
	visit()
	e.p.Undo()
}

// decisions finds mates, wins by tables and draws: next to them, material means nothing.
func (e *explanation) decisions() {
	if plies := mates(e.after); plies > 0 {
		fact := Mate
		e.played(func() {
			if e.backRank(e.p, e.reply) {
				fact = BackRank
			}
		})
		e.add(Reason{Fact: fact, Plies: plies, Line: e.reply}, false)
	}
	e.missedMate()
	if len(e.reasons) > 0 && !e.reasons[0].Missed {
		return
	}
	before, lost := e.m.Before.Lines[0].Score, len(e.after.Lines) > 0 && e.after.Lines[0].Score.IsWin()
	found := len(e.reasons)
	switch draws, fact := e.draws(); {
	case draws && e.chance(e.p, before) >= won:
		e.add(Reason{Fact: fact, Line: e.reply}, false)
	case found > 0:
		e.hung()
	case before.IsWin():
		e.add(Reason{Fact: TableWin, Line: e.best}, true)
	case lost:
		e.add(Reason{Fact: TableWin, Line: e.reply}, false)
	case !draws && level(before):
		if fact := drawn(e.p, e.best, false); fact != 0 {
			e.add(Reason{Fact: fact, Line: e.best}, true)
		}
	}
	if len(e.reasons) > found { // what the move does means more than the mate that it misses
		slices.Reverse(e.reasons)
	}
}

// missedMate finds the mate that the best move forces.
func (e *explanation) missedMate() {
	if plies := mates(&e.m.Before); plies > 0 {
		fact := Mate
		if e.backRank(e.p, e.best) {
			fact = BackRank
		}
		e.add(Reason{Fact: fact, Plies: plies, Line: e.best}, true)
	}
}

// draws reports whether the answer to the move draws by force, and how.
func (e *explanation) draws() (draws bool, fact Fact) {
	e.played(func() { fact = drawn(e.p, e.reply, true) })
	return fact != 0 && (len(e.after.Lines) == 0 || level(e.after.Lines[0].Score)), fact
}

// hung finds that the move leaves a rook, a queen or the like to be taken for nothing.
func (e *explanation) hung() {
	if allowed, _ := e.trades(lookahead); allowed.gain >= 4*e.Material {
		r := Reason{}
		e.played(func() { r = e.loss(allowed) })
		switch r.Fact {
		case PutEnPrise, Undefended, Hanging:
			e.add(r, false)
		}
	}
}

// level reports whether a score means a draw: searches also write a draw as a hundredth of a pawn.
func level(s nitoryu.Score) bool { return s >= -1 && s <= 1 }

// backRank reports whether a line mates the side that does not begin, on its first rank and by a piece
// that moves straight, behind pieces of its own.
func (s Standard) backRank(p core.Position, line []core.Move) bool {
	if !s.BackRank || len(line)%2 == 0 || !s.Slides[line[len(line)-1].PieceType()].straight {
		return false
	}
	l := look{Standard: s, p: p, line: line}
	found := false
	l.after(len(line), func() {
		mated := p.Side()
		king, ok := s.king(p, mated)
		x, y := at(p, king)
		_, from := at(p, line[len(line)-1].To())
		home, ahead := 0, 1
		if mated == core.Second {
			home, ahead = side(p)-1, -1
		}
		v := p.Verdict()
		found = ok && y == home && from == home && v.Over() && !v.Drawn
		for dx := -1; dx <= 1 && found; dx++ {
			if x+dx < 0 || x+dx >= side(p) {
				continue
			}
			piece := s.At(p, core.Square(x+dx+(y+ahead)*side(p)))
			found = piece != 0 && piece.Color() == mated || dx != 0
		}
	})
	return found
}

// material finds what is won within few moves.
func (e *explanation) material() {
	allowed, missed := e.trades(lookahead)
	if allowed.gain+missed.gain < e.Material {
		return // the best move would have come to the same
	}
	if allowed.gain >= e.Material && e.matters(allowed, 2) {
		r := Reason{}
		threat := e.threat()
		e.played(func() { r = e.loss(allowed) })
		if plain := r.Fact == Hanging || r.Fact == Material; plain && threat {
			r.Fact = Threat
		}
		e.add(r, false)
	}
	if missed.gain >= max(e.Material, allowed.gain) && e.matters(missed, 2) {
		e.add(e.chanceMissed(missed), true)
	}
}

// trades returns what is won within a number of plies: by who answers the move, and by the best line.
func (e *explanation) trades(plies int) (allowed, missed trade) {
	of := func(before core.Move, line []core.Move) trade {
		g := e.p.GameInfo()
		t := exchange(g, before, line, plies)
		if e.pawn(t) && plies == lookahead && exchange(g, before, line, soon).gain < e.Material || t.gain > 0 && e.given(t, line) {
			t.gain = 0
		}
		return t
	}
	e.played(func() { allowed = of(e.m.Move, e.reply) })
	return allowed, of(core.NoMove, e.best)
}

// pawn reports whether no more than a pawn is won, or nothing that counts.
func (e *explanation) pawn(t trade) bool { return t.gain > 0 && 2*t.gain < 3*e.Material }

// given reports whether what a line wins is no more than a piece that its first move takes and that could
// be taken back: the other side gives it, for something.
func (e *explanation) given(t trade, line []core.Move) bool {
	return len(line) > 1 && line[0].IsCapture() && t.gain <= gain(e.p.GameInfo(), line[0]) && !e.p.SEE(line[0], e.Material) &&
		line[1].To() != line[0].To()
}

// matters reports whether material explains a loss: it is at most the given number of times what the score
// falls by, or the score is low after it. Otherwise there is something in return for it.
func (e *explanation) matters(t trade, times core.Score) bool {
	if len(e.after.Lines) == 0 {
		return true
	}
	before, after := core.Score(e.m.Before.Lines[0].Score), core.Score(e.after.Lines[0].Score)
	return before.IsWin() || after > 4*e.Material || t.gain <= times*(before+after)
}

// threat reports whether the answer to the move was to be seen before it: it would have won as
// much then.
func (e *explanation) threat() (was bool) {
	if len(e.reply) == 0 || !e.reply[0].IsCapture() || e.reply[0].To() == e.m.Move.To() {
		return false
	}
	pass(e.p, func() {
		m := e.p.ValidateMove(e.reply[0].ID())
		was = m == e.reply[0] && e.p.SEE(m, e.Material)
	})
	return was
}

// loss returns how the line that answers a bad move wins what t says. The position is that after
// the move.
func (e *explanation) loss(t trade) Reason {
	m, first := e.m.Move, e.reply[0]
	taken := first.Captured()
	value := e.p.GameInfo().Value[taken]
	free := taken != 0 && value >= t.gain/2 && t.gain+gain(e.p.GameInfo(), m) >= value/2 && e.p.SEE(first, min(value, e.Material))
	switch {
	case free && first.To() == m.To() && m.IsCapture() && e.p.SEE(first, gain(e.p.GameInfo(), m)+e.Material):
		return Reason{Fact: WrongExchange, Kinds: t.won, Paid: t.paid, Line: e.reply}
	case free && first.To() == m.To() && !m.IsCapture() && e.p.SEE(first, value):
		return Reason{Fact: PutEnPrise, Kinds: []core.PieceType{taken}, Line: e.reply}
	case free && e.p.SEE(first, value) && e.undefends(first):
		return Reason{Fact: Undefended, Kinds: []core.PieceType{taken}, Line: e.reply}
	case free && e.p.SEE(first, value) && !m.IsCapture():
		return Reason{Fact: Hanging, Kinds: []core.PieceType{taken}, Line: e.reply}
	}
	l := look{e.Standard, e.p, e.reply, t}
	if r, ok := l.motif(); ok {
		return r
	}
	return t.reason(Material, e.reply)
}

// undefends reports whether a capture would have won nothing before the bad move, after which the
// position is.
func (e *explanation) undefends(capture core.Move) bool {
	e.p.Undo()
	defer e.p.Do(e.m.Move, nil)
	won := true
	return pass(e.p, func() {
		m := e.p.ValidateMove(capture.ID())
		won = m == core.NoMove || e.p.SEE(m, e.Material)
	}) && !won
}

// chanceMissed returns how the best line wins what t says.
func (e *explanation) chanceMissed(t trade) Reason {
	first := e.best[0]
	if k := first.Captured(); k != 0 && e.p.GameInfo().Value[k] >= t.gain/2 && t.gain >= e.p.GameInfo().Value[k]/2 && e.p.SEE(first, e.p.GameInfo().Value[k]) {
		return Reason{Fact: Hanging, Kinds: []core.PieceType{k}, Line: e.best}
	}
	l := look{e.Standard, e.p, e.best, t}
	if r, ok := l.motif(); ok {
		return r
	}
	return t.reason(Material, e.best)
}

// laterMaterial finds what is won within a number of plies.
func (e *explanation) laterMaterial(plies int) {
	allowed, missed := e.trades(plies)
	switch {
	case allowed.gain+missed.gain < e.Material:
	case allowed.gain >= e.Material && e.matters(allowed, 1):
		e.add(allowed.reason(LaterMaterial, e.reply), false)
	case missed.gain >= e.Material && !e.pawn(missed) && e.matters(missed, 1): // a pawn far ahead is no reason
		e.add(missed.reason(LaterMaterial, e.best), true)
	}
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

// drawn returns the kind of draw in which the game ends by the rules within a line, 0 if there is none. Where
// repeats says so, a line that comes back to a position of its own is one.
func drawn(p core.Position, line []core.Move, repeats bool) Fact {
	played, seen := 0, map[uint64]bool{}
	defer func() {
		for range played {
			p.Undo()
		}
	}()
	for i := 0; ; i++ {
		if v := p.Verdict(); v.Over() {
			var legal core.MoveList
			switch p.Generate(core.AllMoves, &legal); {
			case !v.Drawn:
				return 0
			case legal.N == 0:
				return Stalemate
			}
			return Draw
		}
		if repeats && seen[p.Key()] {
			return Draw
		}
		seen[p.Key()] = true
		if i == len(line) {
			return 0
		}
		p.Do(line[i], nil)
		played++
	}
}

// trade is what the side to move wins in a line.
type trade struct {
	gain core.Score       // in material, promotions included
	won  []core.PieceType // the pieces it takes and does not pay for with like ones, the most valuable first
	paid []core.PieceType // the others that it pays with
	// promoted is a kind that promotes in the line, 0: none.
	promoted core.PieceType
}

// reason returns the reason that a line wins it.
func (t *trade) reason(fact Fact, line []core.Move) Reason {
	if len(t.won) == 0 && t.promoted != 0 {
		return Reason{Fact: Promotion, Kinds: []core.PieceType{t.promoted}, Line: line}
	}
	return Reason{Fact: fact, Kinds: t.won, Paid: t.paid, Line: line}
}

// exchange returns what the side to move wins in the first plies of a line, and keeps
// until it ends, less what the move before, if there is one, won.
func exchange(g *core.GameInfo, before core.Move, line []core.Move, plies int) trade {
	var t trade
	end, least := kept(g, line, plies)
	t.gain = least - gain(g, before)
	if k := before.Captured(); k != 0 {
		t.paid = append(t.paid, k)
	}
	was := map[core.Square]core.PieceType{} // what pieces that promote in the line were
	for i, m := range line[:end] {
		k := m.Captured()
		if before, promoted := was[m.To()]; promoted && k != 0 {
			k = before
		}
		delete(was, m.To())
		if m.IsPromotion() {
			if was[m.To()] = m.PieceType(); i%2 == 0 {
				t.promoted = m.PieceType()
			}
		} else if before, promoted := was[m.From()]; promoted && !m.IsDrop() {
			was[m.To()] = before
			delete(was, m.From())
		}
		switch {
		case k == 0:
		case i%2 == 0:
			t.won = append(t.won, k)
		default:
			t.paid = append(t.paid, k)
		}
	}
	t.paid = slices.DeleteFunc(t.paid, func(k core.PieceType) bool {
		i := slices.IndexFunc(t.won, func(w core.PieceType) bool { return alike(g, w, k) })
		if i >= 0 {
			t.won = slices.Delete(t.won, i, i+1)
		}
		return i >= 0
	})
	sortKinds(g, t.won)
	sortKinds(g, t.paid)
	if len(t.won)+len(t.paid) > mostKinds {
		t.won, t.paid, t.promoted = nil, nil, 0 // nobody reads such a list
	}
	return t
}

// mostKinds is how many pieces of an exchange are listed.
const mostKinds = 4

// alike reports whether two kinds are worth about as much, as bishops and knights are.
func alike(g *core.GameInfo, a, b core.PieceType) bool {
	x, y := g.Value[a], g.Value[b]
	return 20*max(x-y, y-x) <= x
}

// kept returns the least that has been won after the first plies of a line, and when that
// is. It looks only where nothing is left to be taken back at once.
func kept(g *core.GameInfo, line []core.Move, plies int) (end int, least core.Score) {
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
			if n <= plies {
				return end, least
			}
		}
		sum -= gained(g, n-1, line[n-1])
	}
	return 0, 0
}

// gained returns what move number i of a line wins for the side that plays the first one.
func gained(g *core.GameInfo, i int, m core.Move) core.Score {
	if i%2 == 1 {
		return -gain(g, m)
	}
	return gain(g, m)
}

// gain returns the material that a move wins at once.
func gain(g *core.GameInfo, m core.Move) core.Score {
	sum := g.Value[m.Captured()]
	if m.IsPromotion() {
		sum += g.Gain[m.PieceType()]
	}
	return sum
}

// sortKinds sorts kinds by their value, the most valuable first.
func sortKinds(g *core.GameInfo, kinds []core.PieceType) {
	slices.SortStableFunc(kinds, func(a, b core.PieceType) int { return int(g.Value[b] - g.Value[a]) })
}
