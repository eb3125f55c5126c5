package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Terms returns the name of each term; neighbours of one name are a group.
func (e *Evaluator) Terms() []string {
	names := make([]string, terms)
	for i, g := range groups {
		to := terms
		if i+1 < len(groups) {
			to = groups[i+1].from
		}
		for term := g.from; term < to; term++ {
			names[term] = g.name
		}
	}
	return names
}

// Weights returns the weight of each term in the opening and in the endgame.
func (e *Evaluator) Weights() (middle, end []int32) {
	for _, w := range weights {
		middle, end = append(middle, int32(w.middle)), append(end, int32(w.end))
	}
	return middle, end
}

// Danger returns 0: no term of this evaluation belongs to a danger.
func (e *Evaluator) Danger(float64) float64 { return 0 }

// Trace tells what Evaluate adds up, found in the plainest way: it calls visit
// with each term and how often it counts for core.First, negative for what
// core.Second has, any number of times for a term; the first argument is always
// 0. The value for core.First is the sum of n times (middle * opening weight +
// end * endgame weight), rounded towards 0.
func (e *Evaluator) Trace(visit func(_, term, n int)) (middle, end float64) {
	p := e.position
	t := newTracer(p)
	for c := range core.Color(2) {
		sign := 1 - 2*int(c)
		t.visit = func(term int) { visit(0, term, sign) }
		t.side(c)
	}
	phase := phaseOf(p, handWeight(p, core.First)+handWeight(p, core.Second))
	return float64(fullPhase-phase) / (fullPhase * unit), float64(phase) / (fullPhase * unit)
}

// tracer finds the terms of a position square by square.
type tracer struct {
	p     *shogi.Position
	visit func(term int) // counts a term for the side at hand
	times [2][81]int     // how often a square is attacked by pieces other than the king
	king  [2][81]int     // ... by the king
	pawn  [2][81]bool    // ... by a pawn
}

func newTracer(p *shogi.Position) *tracer {
	t := &tracer{p: p}
	for from := range core.Square(81) {
		piece := p.PieceAt(from)
		c, k := piece.Color(), piece.Kind()
		if k == 0 {
			continue
		}
		for b := shogi.Attacks(c, k, from, p.Occupied()); b.Any(); {
			sq := b.Pop()
			switch k {
			case shogi.King:
				t.king[c][sq]++
			case shogi.Pawn:
				t.pawn[c][sq] = true
				fallthrough
			default:
				t.times[c][sq]++
			}
		}
	}
	return t
}

// side visits the terms of one side.
func (t *tracer) side(c core.Color) {
	own, enemy := t.viewOf(c, t.p.KingSquare(c)), t.viewOf(c^1, t.p.KingSquare(c^1))
	for sq := range core.Square(81) {
		if piece := t.p.PieceAt(sq); piece.Kind() != 0 && piece.Color() == c {
			t.piece(c, int(piece.Kind())-1, sq)
		}
	}
	for k := range handKinds {
		for n := range t.p.Hand(c, core.Kind(k+1)) {
			t.visit(handTerms + k*handSlots + n)
			t.visit(handOwnTerms + k*halfBoard + halfSquare(own))
			t.visit(handEnemyTerms + k*halfBoard + halfSquare(80-enemy))
		}
	}
	if t.p.Pieces(c, shogi.King).Any() {
		t.surroundings(c)
		t.next(c)
	}
	for sq := range core.Square(81) {
		from := controlTerms + t.viewOf(c, sq)%9/3*controls
		ours, theirs := t.times[c][sq]+t.king[c][sq], t.times[c^1][sq]+t.king[c^1][sq]
		if ours > 0 && theirs == 0 {
			t.visit(from + soleControl)
		}
		if ours > 1 && theirs < 2 {
			t.visit(from + doubleControl)
		}
		if ours > 0 && theirs > 0 {
			t.visit(from + sharedControl)
		}
	}
	pawns := min(t.p.Pieces(c, shogi.Pawn).Count(), 9)
	t.visit(pawnTerms + min(t.p.Hand(c, shogi.Pawn), 2)*10 + pawns)
	if t.p.Side() == c {
		t.visit(tempoTerm)
	}
}

// viewOf returns a square as c sees it.
func (t *tracer) viewOf(c core.Color, sq core.Square) int {
	if c == core.Second {
		return 80 - int(sq)
	}
	return int(sq)
}

// piece visits the terms of a piece of c on the board; kind counts from 0.
func (t *tracer) piece(c core.Color, kind int, sq core.Square) {
	at := t.viewOf(c, sq)
	t.visit(boardTerms + kind*halfBoard + halfSquare(at))
	t.visit(ownKingTerms + kind*offsets + offset(t.viewOf(c, t.p.KingSquare(c)), at))
	t.visit(enemyKingTerms + kind*offsets + offset(t.viewOf(c, t.p.KingSquare(c^1)), at))

	ours, theirs := t.times[c][sq]+t.king[c][sq], t.times[c^1][sq]+t.king[c^1][sq]
	risk := -1
	switch k := core.Kind(kind + 1); {
	case k == shogi.King || theirs == 0:
	case ours == 0:
		risk = hanging
	case t.pawn[c^1][sq]:
		risk = byPawn
	case theirs > 1 && ours == 1:
		risk = outweighed
	default:
		risk = protected
	}
	if risk >= 0 {
		turn := 0
		if t.p.Side() != c {
			turn = 1
		}
		t.visit(riskTerms + (turn*risks+risk)*kinds + kind)
	}

	far := core.Kind(kind + 1)
	switch far {
	case shogi.Horse:
		far = shogi.Bishop
	case shogi.Dragon:
		far = shogi.Rook
	case shogi.Lance, shogi.Bishop, shogi.Rook:
	default:
		return
	}
	moves := shogi.Attacks(c, far, sq, t.p.Occupied()).AndNot(t.p.OccupiedBy(c)).Count()
	t.visit(moveTerms + kind*mostMoves + moves)
}

// arm returns how the enemy of c is armed.
func (t *tracer) arm(c core.Color) int { return armed(handWeight(t.p, c^1)) }

// surroundings visits the squares near the king of c.
func (t *tracer) surroundings(c core.Color) {
	king := t.viewOf(c, t.p.KingSquare(c))
	for sq := range core.Square(81) {
		at := t.viewOf(c, sq)
		files, ranks := at/9-king/9, at%9-king%9+2
		files = max(files, -files)
		if files > 2 || ranks < 0 || ranks > 4 {
			continue
		}
		condition := min(t.times[c][sq], 2) + 3*min(t.times[c^1][sq], 2)
		switch {
		case t.p.OccupiedBy(c).Has(sq):
			condition += 9
		case t.p.OccupiedBy(c ^ 1).Has(sq):
			condition += 18
		}
		if condition > 0 {
			t.visit(windowTerms + ((t.arm(c)*3+files)*5+ranks)*conditions + condition)
		}
	}
}

// next visits what is attacked next to the king of c and what can be dropped.
func (t *tracer) next(c core.Color) {
	king := t.p.KingSquare(c)
	attacked, alone, escapes := 0, 0, 0
	for b := shogi.Attacks(c, shogi.King, king, shogi.Bitboard{}); b.Any(); {
		sq := b.Pop()
		ours, theirs := t.times[c][sq], t.times[c^1][sq]
		if theirs > 0 {
			attacked++
			if ours == 0 {
				alone++
			}
		} else if !t.p.OccupiedBy(c).Has(sq) {
			escapes++
		}
	}
	t.visit(dangerTerms + (t.arm(c)*ring+attacked)*ring + alone)
	t.visit(escapeTerms + t.arm(c)*ring + escapes)
	for k := shogi.Lance; k <= shogi.Rook; k++ {
		if t.p.Hand(c^1, k) == 0 {
			continue
		}
		n := 0
		for b := shogi.Attacks(c, k, king, t.p.Occupied()).AndNot(t.p.Occupied()); b.Any(); {
			sq := b.Pop()
			if t.times[c][sq] == 0 && (t.king[c][sq] == 0 || t.times[c^1][sq] > 0) {
				n++
			}
		}
		t.visit(checkTerms + (int(k)-1)*(mostChecks+1) + min(n, mostChecks))
	}
}
