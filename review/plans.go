package review

import (
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Features are what a side has in a position apart from material, each in about the worth of half
// a pawn: what lines lead to is compared by them.
type Features [Facts]float64

// plans finds what else a line leads to than material.
func (e *explanation) plans() {
	e.differ(KingAttack, func(line []core.Move) ([]core.PieceType, int) { return nil, e.mating(line) })
	attacked := len(e.reasons) > 0
	e.castling()
	e.differ(DanglingPawn, func(line []core.Move) (kinds []core.PieceType, n int) {
		if len(line) > 0 {
			if _, ok := dangles(&look{Standard: e.Standard, p: e.p, line: line}); ok {
				n = 1
			}
		}
		return nil, n
	})
	if !attacked { // or who cares
		e.positional(notable)
	}
	e.tempo()
}

// differ tells a fact of the line that has more of it.
func (e *explanation) differ(fact Fact, find func(line []core.Move) (kinds []core.PieceType, n int)) {
	var kinds []core.PieceType
	allowed := 0
	e.played(func() { kinds, allowed = find(e.reply) })
	switch better, missed := find(e.best); {
	case allowed > missed:
		e.add(Reason{Fact: fact, Kinds: kinds, Line: e.reply}, false)
	case missed > allowed:
		e.add(Reason{Fact: fact, Kinds: better, Line: e.best}, true)
	}
}

// mating returns how many checks the side to move gives with its first moves of a line that attacks the
// king: the first move is a check, or threatens mate, and there are two checks at least.
func (e *explanation) mating(line []core.Move) int {
	n := e.checks(line)
	if n < 2 || e.traded(line) != nil {
		return 0
	}
	if e.p.GivesCheck(line[0]) {
		return n
	}
	threat := false
	e.p.Do(line[0], nil)
	pass(e.p, func() { threat = mateInOne(e.p) })
	e.p.Undo()
	if !threat {
		return 0
	}
	return n
}

// mateInOne reports whether a move of p mates.
func mateInOne(p core.Position) bool {
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	return slices.ContainsFunc(moves.Slice(), func(m core.Move) bool {
		if !p.GivesCheck(m) {
			return false
		}
		p.Do(m, nil)
		defer p.Undo()
		v := p.Verdict()
		return v.Over() && !v.Drawn
	})
}

// checks returns how many checks the side to move gives with its first moves of a line. Checks by
// harmless pieces do not count.
func (e *explanation) checks(line []core.Move) (n int) {
	const plies = 5
	line = line[:min(plies, len(line))]
	for i, m := range line {
		if i%2 == 0 && e.p.GivesCheck(m) && (m.IsPromotion() || m.PieceType() != e.Harmless) {
			n++
		}
		e.p.Do(m, nil)
	}
	for range line {
		e.p.Undo()
	}
	return n
}

// castling finds that the right to castle is lost, or was to be used.
func (e *explanation) castling() {
	if e.MayCastle == nil || e.m.Move.IsCastling() || !e.MayCastle(e.p, e.m.Side) {
		return
	}
	keeps := false
	e.played(func() { keeps = e.MayCastle(e.p, e.m.Side) })
	if !keeps {
		e.add(Reason{Fact: Castling, Line: e.reply}, false)
		return
	}
	if len(e.best) == 0 || !e.best[0].IsCastling() {
		return
	}
	for j := 1; j < min(lookahead, len(e.reply)); j += 2 {
		if e.reply[j].IsCastling() {
			return
		}
	}
	e.add(Reason{Fact: Castling, Line: e.best}, true)
}

// trade finds that a line begins with an exchange of equal pieces, pawns aside, and the other does not, or
// that the bad move begins one.
func (e *explanation) trade() {
	if own := e.traded(append([]core.Move{e.m.Move}, e.reply...)); own == nil {
		e.differ(Trade, func(line []core.Move) ([]core.PieceType, int) { kinds := e.traded(line); return kinds, len(kinds) })
	} else if e.traded(e.best) == nil {
		e.add(Reason{Fact: OwnTrade, Kinds: own, Line: e.reply}, false)
	}
}

// traded returns the kinds of equal pieces, pawns aside, that are exchanged with the first two moves of a
// line: the one that takes first, and what it takes.
func (e *explanation) traded(line []core.Move) []core.PieceType {
	g := e.p.GameInfo()
	if len(line) < 2 || line[0].To() != line[1].To() || !line[0].IsCapture() || g.Value[line[0].Captured()] < 2*e.Material {
		return nil
	}
	kinds := []core.PieceType{line[0].PieceType(), line[0].Captured()}
	if !alike(g, kinds[0], kinds[1]) {
		return nil
	}
	return kinds
}

// positional compares what both lines lead to, and tells the greatest difference that is kept to their
// end and was not there before.
func (e *explanation) positional(least float64) {
	const enough = 4
	if len(e.best) < enough || len(e.reply) < enough {
		return // who knows what they lead to
	}
	reply := append([]core.Move{e.m.Move}, e.reply...)
	now, plies := e.ends(nil, 0), [...]int{early + 1, lookahead + 1, core.MaxPly}
	var best, played [len(plies)]features
	for i, n := range plies {
		best[i], played[i] = e.ends(e.best, n), e.ends(reply, n)
	}
	undeveloped := -now[0][Development]-now[1][Development] >= half*home
	fact, most, missed := Fact(0), 0.0, false
	for f := range Facts {
		d, won, lost := math.Inf(1), math.Inf(1), math.Inf(1)
		for i := range plies {
			if plies[i] == early+1 && f != Structure && f != PassedPawn {
				continue
			}
			d = min(d, best[i].lead(f)-played[i].lead(f))
			won = min(won, now.told(f, true, &best[i]), played[i].told(f, true, &best[i]))
			lost = min(lost, now.told(f, false, &played[i]), best[i].told(f, false, &played[i]))
		}
		enough := least
		switch f {
		case Activity:
			enough = active
		case KingShelter:
			enough = sheltered
		case Structure:
			enough = broken
		case Development:
			if enough = developed; !undeveloped {
				continue
			}
		}
		if d > most && d >= enough && max(won, lost) >= least {
			fact, most, missed = f, d, won > lost
		}
	}
	switch {
	case most < least:
	case missed:
		e.add(Reason{Fact: fact, Kinds: e.gathered(fact, e.best, e.m.Side), Line: e.best}, true)
	default:
		e.add(Reason{Fact: fact, Kinds: e.gathered(fact, reply, e.m.Side.Other()), Line: e.reply}, false)
	}
}

// gathered returns the kinds of which a side has more in hand after a line, if the fact is about them.
func (e *explanation) gathered(f Fact, line []core.Move, side core.Color) (kinds []core.PieceType) {
	if f != Hands || e.Held == nil {
		return nil
	}
	if first := line[0]; first.IsCapture() && side == e.m.Side && e.p.GameInfo().Value[first.Captured()] >= 2*e.Material {
		return []core.PieceType{unpromoted(first.Captured())} // that says more than what the line leads to
	}
	had := e.Held(e.p, side)
	for _, m := range line {
		e.p.Do(m, nil)
	}
	has := e.Held(e.p, side)
	for range line {
		e.p.Undo()
	}
	for k := len(has) - 1; k >= 0; k-- {
		for range max(0, has[k]-had[k]) {
			kinds = append(kinds, core.PieceType(k))
		}
	}
	return kinds
}

// features are the features of the side that moves and of the other one.
type features [2]Features

// lead returns what the side that moves has more.
func (s *features) lead(f Fact) float64 { return s[0][f] - s[1][f] }

// told returns how far what a fact says becomes true on the way to other features: of a move that was
// missed, or of what one allows.
func (s *features) told(f Fact, missed bool, then *features) float64 {
	change := func(side int) float64 { return then[side][f] - s[side][f] }
	switch f {
	case PassedPawn, BishopPair, Hands, Camp: // who is better has more
		if missed {
			return change(0)
		}
		return change(1)
	case Structure, KingShelter: // who is worse has less
		if missed {
			return -change(1)
		}
		return -change(0)
	}
	if missed {
		return then.lead(f) - s.lead(f)
	}
	return s.lead(f) - then.lead(f)
}

// ends returns what both sides have after a number of plies of a line, or fewer, where nothing is taken at
// once and nobody is in check.
func (e *explanation) ends(line []core.Move, plies int) (f features) {
	line = line[:min(plies, len(line))]
	for _, m := range line {
		e.p.Do(m, nil)
	}
	n := len(line)
	for ; n > 1 && (e.p.InCheck() || line[n-1].IsCapture()); n-- {
		e.p.Undo()
	}
	if !e.p.InCheck() {
		f = features{e.Features(e.p, e.m.Side), e.Features(e.p, e.m.Side.Other())}
	}
	for range n {
		e.p.Undo()
	}
	return f
}

// chances tells what the scores alone say, where nothing else is known.
func (e *explanation) chances() {
	if len(e.after.Lines) == 0 {
		return
	}
	const even, better = 50, 55
	before, after := e.chance(e.p, e.m.Before.Lines[0].Score), 0.0
	e.played(func() { after = 100 - e.chance(e.p, e.after.Lines[0].Score) })
	switch {
	case before <= 100-better:
		e.add(Reason{Fact: Margin, Line: e.reply}, false)
	case after >= better:
		e.add(Reason{Fact: Margin, Line: e.best}, true)
	case after < even && even-after >= before-even:
		e.add(Reason{Fact: Chances, Line: e.reply}, false)
	default:
		e.add(Reason{Fact: Chances, Line: e.best}, true)
	}
}

// attacked returns the pieces that the first move of a line attacks, if it is not taken and takes nothing
// that says more.
func (e *explanation) attacked(line []core.Move) []core.Move {
	if len(line) < 2 || line[1].To() == line[0].To() || !e.p.SEE(line[0], -e.Material/2) || line[0].IsCapture() && e.p.SEE(line[0], e.Material) {
		return nil
	}
	l := look{Standard: e.Standard, p: e.p, line: line}
	return l.threats()
}

// tempo finds a piece that is attacked and moves away. Nobody hurries for a pawn.
func (e *explanation) tempo() {
	e.attacks(Tempo, func(line []core.Move, t core.Move) bool {
		return t.To() == line[1].From() && !line[1].IsCapture() && e.p.GameInfo().Value[t.Captured()] >= 2*e.Material
	})
}

// attack finds pieces that are attacked: several by several pieces, or some by the one that moves.
func (e *explanation) attack() {
	e.differ(DoubleAttack, func(line []core.Move) ([]core.PieceType, int) {
		kinds := e.attackedTwice(line)
		return kinds, len(kinds)
	})
	if len(e.reasons) == 0 {
		e.attacks(Attack, func([]core.Move, core.Move) bool { return true })
	}
}

// attackedTwice returns the kinds of two pieces that different pieces attack after the first move of a line.
func (e *explanation) attackedTwice(line []core.Move) []core.PieceType {
	kinds, pieces := aims(e.attacked(line))
	if len(kinds) < 2 || pieces < 2 {
		return nil
	}
	sortKinds(e.p.GameInfo(), kinds)
	return kinds[:2]
}

// attacks finds an attack that counts, by the piece that the first move of a line moves, on one or two pieces.
func (e *explanation) attacks(fact Fact, counts func(line []core.Move, t core.Move) bool) {
	find := func(line []core.Move) (kinds []core.PieceType) {
		var targets []core.Square
		for _, t := range e.attacked(line) {
			if counts(line, t) && t.From() == line[0].To() && !slices.Contains(targets, t.To()) {
				targets, kinds = append(targets, t.To()), append(kinds, t.Captured())
			}
		}
		sortKinds(e.p.GameInfo(), kinds)
		return kinds[:min(2, len(kinds))]
	}
	var kinds []core.PieceType
	e.played(func() { kinds = find(e.reply) })
	if len(kinds) > 0 {
		e.add(Reason{Fact: fact, Kinds: kinds, Line: e.reply}, false)
	} else if kinds = find(e.best); len(kinds) > 0 {
		e.add(Reason{Fact: fact, Kinds: kinds, Line: e.best}, true)
	}
}

// turn calls visit with c to move. In check it is not called if it is the other side's turn.
func turn(p core.Position, c core.Color, visit func()) {
	if p.Side() == c {
		visit()
	} else {
		pass(p, visit)
	}
}

// In chess a piece at home is undeveloped, and half of them are, of both sides, in an opening. A passed
// pawn counts from a rank on.
const (
	home, half = 0.7, 4
	advanced   = 3
)

// around returns how many squares around a king the side not to move attacks, on a board that is n squares
// wide.
func around(p core.Position, king core.Square, n int) (count int) {
	attacked := p.Attacked()
	x, y := int(king)%n, int(king)/n
	for i := max(0, x-1); i <= min(n-1, x+1); i++ {
		for j := max(0, y-1); j <= min(n-1, y+1); j++ {
			count += attacked.Bit(core.Square(i + j*n))
		}
	}
	return count
}

func abs(x int) int { return max(x, -x) }
