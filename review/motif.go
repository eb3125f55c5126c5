package review

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// look is what a rule looks at: a line from a position, in which the side to move gains
// something. Rules leave the position as it was.
type look struct {
	Standard
	p    core.Position
	line []core.Move // at least one
	won  trade       // by it
}

// rule finds a fact in a line.
type rule struct {
	fact Fact
	find func(l *look) (kinds []core.PieceType, ok bool)
}

// motifs are the rules for lines that win material, the clearest first.
var motifs = [...]rule{
	{Promotion, promotes},
	{Fork, forks},
	{Skewer, skewers},
	{Discovery, discovers},
	{DoubleAttack, attacksTwice},
	{Pin, pins},
	{Trap, traps},
	{DanglingPawn, dangles},
	{StrikingPawn, strikes},
	{Overload, overloads},
}

// motif returns how a line wins, if a rule knows it. What takes most at once needs no motif.
func (l *look) motif() (Reason, bool) {
	if first := l.line[0]; first.IsCapture() && l.p.SEE(first, max(l.Material, l.won.gain/2)) {
		return Reason{}, false
	}
	for _, r := range motifs {
		if kinds, ok := r.find(l); ok {
			return Reason{Fact: r.fact, Kinds: kinds, Line: l.line}, true
		}
	}
	return Reason{}, false
}

// after calls visit with the position after the first moves of the line.
func (l *look) after(moves int, visit func()) {
	for _, m := range l.line[:moves] {
		l.p.Do(m, nil)
	}
	visit()
	for range moves {
		l.p.Undo()
	}
}

// pass calls visit with the turn passed, unless the side to move is in check.
func pass(p core.Position, visit func()) bool {
	if p.InCheck() {
		return false
	}
	p.DoNull()
	visit()
	p.UndoNull()
	return true
}

// gains returns the captures of p that win at least so much.
func gains(p core.Position, least core.Score) (all []core.Move) {
	var captures core.MoveList
	p.Generate(core.Tactical, &captures)
	for _, m := range captures.Slice() {
		if m.IsCapture() && p.SEE(m, least) {
			all = append(all, m)
		}
	}
	return all
}

// threats returns the captures that the first move threatens: with it, and which were none before. Out of check they are
// those of the piece that moves: what else there is to take cannot be told.
func (l *look) threats() (all []core.Move) {
	had, checked := gains(l.p, l.Material), l.p.InCheck()
	l.after(1, func() {
		pass(l.p, func() {
			for _, m := range gains(l.p, l.Material) {
				known := slices.ContainsFunc(had, func(h core.Move) bool { return h.To() == m.To() })
				if !known && (!checked || m.From() == l.line[0].To()) {
					all = append(all, m)
				}
			}
		})
	})
	return all
}

// takes returns the moves of the side that begins, behind the first, that capture within the plies
// that are looked at.
func (l *look) takes() (all []core.Move) {
	for i := 2; i < min(lookahead, len(l.line)); i += 2 {
		if l.line[i].IsCapture() {
			all = append(all, l.line[i])
		}
	}
	return all
}

// promotes finds a piece that promotes and stays.
func promotes(l *look) ([]core.PieceType, bool) {
	for i := 0; i < min(lookahead, len(l.line)); i += 2 {
		m := l.line[i]
		if !m.IsPromotion() || l.p.GameInfo().Gain[m.PieceType()] < l.Material && !l.strong(m.PieceType()) {
			continue
		}
		if i+1 < len(l.line) && l.line[i+1].To() == m.To() {
			continue
		}
		if m.IsCapture() && l.p.GameInfo().Value[m.Captured()] > l.p.GameInfo().Gain[m.PieceType()] {
			return nil, false // what it takes says more
		}
		return []core.PieceType{m.PieceType()}, true
	}
	return nil, false
}

// strong reports whether a kind moves far in several directions, unlike lances.
func (s Standard) strong(k core.PieceType) bool { d := s.Slides[k]; return d.straight || d.diagonal }

// forks finds pieces that the first move of the line attacks with the piece it moved, if they
// cannot all be saved: it takes one of them with its next move. A check attacks the king, which
// has no kind here: 0.
func forks(l *look) ([]core.PieceType, bool) {
	line := l.line
	if len(line) < 3 || line[2].From() != line[0].To() || !line[2].IsCapture() {
		return nil, false
	}
	var kinds []core.PieceType
	l.after(1, func() {
		if l.p.InCheck() {
			king, ok := l.king(l.p, l.p.Side())
			if ok && l.Checks(l.p, line[0].To()) && !between(l.p, line[0].To(), king, line[2].To()) {
				kinds = []core.PieceType{0, line[2].Captured()}
			}
			return
		}
		pass(l.p, func() {
			var targets []core.Square
			for _, m := range gains(l.p, l.Material) {
				if m.From() == line[0].To() && !slices.Contains(targets, m.To()) {
					targets, kinds = append(targets, m.To()), append(kinds, m.Captured())
				}
			}
		})
		sortKinds(l.p.GameInfo(), kinds)
	})
	return kinds, len(kinds) > 1
}

// skewers finds a piece, or the king, that moved away, and one behind it that is taken.
func skewers(l *look) ([]core.PieceType, bool) {
	line := l.line
	if len(line) < 3 || !l.slides(line[0]) || line[2].From() != line[0].To() || !line[2].IsCapture() || line[1].IsDrop() {
		return nil, false
	}
	front := line[1]
	value := l.p.GameInfo().Value
	king := value[front.PieceType()] == 0
	if !between(l.p, line[0].To(), front.From(), line[2].To()) || !king && value[front.PieceType()] < value[line[2].Captured()] {
		return nil, false
	}
	first := front.PieceType()
	if king {
		first = 0
	}
	return []core.PieceType{first, line[2].Captured()}, true
}

// pins finds a piece that is attacked and cannot leave the line to a better one or the king behind
// it, and is taken.
func pins(l *look) (kinds []core.PieceType, ok bool) {
	if !l.slides(l.line[0]) {
		return nil, false
	}
	taken := l.takes()
	l.after(1, func() {
		side := l.p.Side()
		passed := pass(l.p, func() {
			var captures core.MoveList
			l.p.Generate(core.Tactical, &captures)
			for _, m := range captures.Slice() {
				if m.From() != l.line[0].To() || !m.IsCapture() || l.p.GameInfo().Value[m.Captured()] < 2*l.Material || !slices.ContainsFunc(taken, func(t core.Move) bool { return t.To() == m.To() && t.Captured() == m.Captured() }) {
					continue
				}
				behind, owner, found := l.behind(l.p, m.From(), m.To())
				if found && owner == side && (behind == 0 || l.p.GameInfo().Value[behind] > l.p.GameInfo().Value[m.Captured()]+l.Material) {
					kinds, ok = []core.PieceType{m.Captured(), behind}, true
					return
				}
			}
		})
		ok = ok && passed
	})
	return kinds, ok
}

// discovers finds an attack by a piece behind the one that moved.
func discovers(l *look) (kinds []core.PieceType, ok bool) {
	line := l.line
	if len(line) < 3 || line[0].IsDrop() || line[2].From() == line[0].To() || !line[2].IsCapture() || line[2].IsDrop() {
		return nil, false
	}
	if !between(l.p, line[2].From(), line[0].From(), line[2].To()) {
		return nil, false
	}
	for _, m := range l.threats() {
		if m.From() == line[2].From() && m.To() == line[2].To() {
			return []core.PieceType{m.Captured()}, true
		}
	}
	return nil, false
}

// attacksTwice finds attacks by different pieces of which one takes.
func attacksTwice(l *look) (kinds []core.PieceType, ok bool) {
	if len(l.line) < 3 || !l.line[2].IsCapture() {
		return nil, false
	}
	threats := l.threats()
	kinds, pieces := aims(threats)
	sortKinds(l.p.GameInfo(), kinds)
	hit := slices.ContainsFunc(threats, func(m core.Move) bool { return m.To() == l.line[2].To() })
	return kinds, hit && len(kinds) > 1 && pieces > 1
}

// aims returns the kinds that captures take, each piece once, and how many pieces take them.
func aims(captures []core.Move) (kinds []core.PieceType, pieces int) {
	targets, from := map[core.Square]bool{}, map[core.Square]bool{}
	for _, m := range captures {
		if from[m.From()] = true; !targets[m.To()] {
			targets[m.To()] = true
			kinds = append(kinds, m.Captured())
		}
	}
	return kinds, len(from)
}

// traps finds a piece that is taken and had no safe square.
func traps(l *look) (kinds []core.PieceType, ok bool) {
	taken := l.takes()
	if len(taken) == 0 {
		return nil, false
	}
	for _, t := range l.threats() {
		value := l.p.GameInfo().Value[t.Captured()]
		if value < 2*l.Material || !slices.ContainsFunc(taken, func(m core.Move) bool { return m.Captured() == t.Captured() }) {
			continue
		}
		l.after(1, func() {
			var moves core.MoveList
			l.p.Generate(core.AllMoves, &moves)
			ok = slices.ContainsFunc(moves.Slice(), func(m core.Move) bool { return !m.IsDrop() && m.From() == t.To() }) // else it is pinned
			for _, m := range moves.Slice() {
				if m.IsDrop() || m.From() != t.To() {
					continue
				}
				won := gain(l.p.GameInfo(), m)
				l.p.Do(m, nil)
				safe := !slices.ContainsFunc(gains(l.p, l.Material+won), func(c core.Move) bool { return c.To() == m.To() })
				l.p.Undo()
				if safe {
					ok = false
					return
				}
			}
		})
		if ok {
			return []core.PieceType{t.Captured()}, true
		}
	}
	return nil, false
}

// overloads finds a defender that takes back, and so leaves what it defended.
func overloads(l *look) (kinds []core.PieceType, ok bool) {
	line := l.line
	if len(line) < 3 || line[1].To() != line[0].To() || !line[2].IsCapture() || line[2].To() == line[0].To() || line[1].IsDrop() {
		return nil, false
	}
	m := l.p.ValidateMove(line[2].ID())
	if m == core.NoMove || l.p.SEE(m, l.Material) {
		return nil, false // it was not defended
	}
	defender := line[1].PieceType()
	if l.p.GameInfo().Value[defender] == 0 {
		defender = 0
	}
	return []core.PieceType{defender}, true
}

// dangles finds a pawn that is dropped and promotes with its next move.
func dangles(l *look) ([]core.PieceType, bool) {
	m := l.line[0]
	if !m.IsDrop() || m.PieceType() != l.DropPawn {
		return nil, false
	}
	for i := 2; i < min(lookahead, len(l.line)); i += 2 {
		if l.line[i].From() == m.To() && !l.line[i].IsDrop() {
			return []core.PieceType{m.PieceType()}, l.line[i].IsPromotion()
		}
	}
	return nil, false
}

// strikes finds a pawn that is dropped in front of a piece, which takes it.
func strikes(l *look) ([]core.PieceType, bool) {
	m := l.line[0]
	if !m.IsDrop() || m.PieceType() != l.DropPawn || len(l.line) < 3 || l.line[1].To() != m.To() {
		return nil, false
	}
	k := l.line[1].PieceType()
	if l.p.GameInfo().Value[k] == 0 {
		k = 0
	}
	return []core.PieceType{k}, true
}

// directions are those in which a kind moves far.
type directions struct{ straight, diagonal bool }

// slides reports whether the piece that a move moves, moves far.
func (s Standard) slides(m core.Move) bool { return s.strong(m.PieceType()) }

// king returns where the king of a side stands.
func (s Standard) king(p core.Position, c core.Color) (core.Square, bool) {
	for sq := range p.GameInfo().Squares {
		if piece := s.At(p, core.Square(sq)); piece != 0 && piece.Color() == c && p.GameInfo().Value[piece.Type()] == 0 {
			return core.Square(sq), true
		}
	}
	return 0, false
}

// behind returns the first piece behind another one, as seen from a piece that moves far in that
// direction, and its owner. A king is kind 0.
func (s Standard) behind(p core.Position, from, to core.Square) (k core.PieceType, owner core.Color, ok bool) {
	x, y := at(p, from)
	dx, dy := at(p, to)
	dx, dy = dx-x, dy-y
	d := s.Slides[s.At(p, from).Type()]
	if straight := dx == 0 || dy == 0; straight && !d.straight || !straight && (dx*dx != dy*dy || !d.diagonal) {
		return 0, 0, false
	}
	dx, dy = sign(dx), sign(dy)
	n := side(p)
	x, y = at(p, to)
	for x, y = x+dx, y+dy; x >= 0 && x < n && y >= 0 && y < n; x, y = x+dx, y+dy {
		piece := s.At(p, core.Square(x+y*n))
		if piece == 0 {
			continue
		}
		if k = piece.Type(); p.GameInfo().Value[k] == 0 {
			k = 0
		}
		return k, piece.Color(), true
	}
	return 0, 0, false
}

// between reports whether a square is between two others in a straight or diagonal line. Drops have no
// square.
func between(p core.Position, from, middle, to core.Square) bool {
	if int(from) >= p.GameInfo().Squares || int(middle) >= p.GameInfo().Squares {
		return false
	}
	ax, ay := at(p, from)
	bx, by := at(p, middle)
	cx, cy := at(p, to)
	ux, uy, vx, vy := bx-ax, by-ay, cx-bx, cy-by
	line := func(x, y int) bool { return (x != 0 || y != 0) && (x == 0 || y == 0 || x*x == y*y) }
	return line(ux, uy) && line(vx, vy) && sign(ux) == sign(vx) && sign(uy) == sign(vy)
}

// at returns the place of a square on the board, and side the length of the board's sides. Which axis is which
// differs between the games.
func at(p core.Position, sq core.Square) (x, y int) { return int(sq) % side(p), int(sq) / side(p) }

func side(p core.Position) int {
	n := 1
	for n*n < p.GameInfo().Squares {
		n++
	}
	return n
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
