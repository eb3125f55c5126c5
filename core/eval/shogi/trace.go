package shogi

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

var _ tapered.Evaluator = (*Evaluator)(nil)

// Terms implements tapered.Evaluator.
func (e *Evaluator) Terms() []string { return tapered.Names(groups, terms) }

// Weights implements tapered.Evaluator.
func (e *Evaluator) Weights() []tapered.Weight { return slices.Clone(weights[:]) }

// Trace implements tapered.Evaluator. It finds the terms again, in the simplest way.
func (e *Evaluator) Trace(visit tapered.Visit) (middle, end float64) {
	p := e.position
	t := newTracer(p)
	for c := range core.Color(2) {
		sign := 1 - 2*int(c)
		t.count = func(term int) { visit(tapered.ScoreSum, term, sign) }
		t.side(c)
	}
	phase := phaseOf(p, handPhase(p, core.First)+handPhase(p, core.Second))
	return float64(phase) / (fullPhase * unit), float64(fullPhase-phase) / (fullPhase * unit)
}

// Danger implements tapered.Evaluator: no term counts in a danger.
func (e *Evaluator) Danger(float64) float64 { return 0 }

// tracer finds the terms of a position square by square.
type tracer struct {
	p     *shogi.Position
	count func(term int) // counts a term for the side being traced
	times [2][81]int     // how often a square is attacked by pieces other than the king
	king  [2][81]int     // ... by the king
	pawn  [2][81]bool    // ... by a pawn
}

func newTracer(p *shogi.Position) *tracer {
	t := &tracer{p: p}
	for from := range core.Square(81) {
		piece := p.PieceAt(from)
		c, k := piece.Color(), piece.Type()
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

// side counts the terms of one side.
func (t *tracer) side(c core.Color) {
	own, enemy := t.relative(c, t.p.KingSquare(c)), t.relative(c^1, t.p.KingSquare(c^1))
	for sq := range core.Square(81) {
		if piece := t.p.PieceAt(sq); piece.Type() != 0 && piece.Color() == c {
			t.piece(c, int(piece.Type())-1, sq)
		}
	}
	for k := range handKinds {
		for n := range t.p.Hand(c, core.PieceType(k+1)) {
			t.count(hand + k*handSlots + n)
			t.count(handOwnKing + k*halfBoard + halfSquare(own))
			t.count(handEnemyKing + k*halfBoard + halfSquare(80-enemy))
		}
	}
	if t.p.Pieces(c, shogi.King).Any() {
		t.kingZone(c)
		t.kingRing(c)
	}
	for sq := range core.Square(81) {
		from := control + t.relative(c, sq)%9/3*controls
		ours, theirs := t.times[c][sq]+t.king[c][sq], t.times[c^1][sq]+t.king[c^1][sq]
		if ours > 0 && theirs == 0 {
			t.count(from + soleControl)
		}
		if ours > 1 && theirs < 2 {
			t.count(from + doubleControl)
		}
		if ours > 0 && theirs > 0 {
			t.count(from + sharedControl)
		}
	}
	pawns := min(t.p.Pieces(c, shogi.Pawn).Count(), 9)
	t.count(handPawns + min(t.p.Hand(c, shogi.Pawn), 2)*10 + pawns)
	if t.p.Side() == c {
		t.count(tempo)
	}
}

// relative returns a square as c sees it.
func (t *tracer) relative(c core.Color, sq core.Square) int {
	if c == core.Second {
		return 80 - int(sq)
	}
	return int(sq)
}

// piece counts the terms of a piece of c on the board; kind counts from 0.
func (t *tracer) piece(c core.Color, kind int, sq core.Square) {
	at := t.relative(c, sq)
	t.count(place + kind*halfBoard + halfSquare(at))
	t.count(ownKing + kind*offsets + offset(t.relative(c, t.p.KingSquare(c)), at))
	t.count(enemyKing + kind*offsets + offset(t.relative(c, t.p.KingSquare(c^1)), at))

	ours, theirs := t.times[c][sq]+t.king[c][sq], t.times[c^1][sq]+t.king[c^1][sq]
	threat := -1
	switch k := core.PieceType(kind + 1); {
	case k == shogi.King || theirs == 0:
	case ours == 0:
		threat = hanging
	case t.pawn[c^1][sq]:
		threat = byPawn
	case theirs > 1 && ours == 1:
		threat = outnumbered
	default:
		threat = protected
	}
	if threat >= 0 {
		turn := 0
		if t.p.Side() != c {
			turn = 1
		}
		t.count(attacked + (turn*threats+threat)*kinds + kind)
	}

	far := core.PieceType(kind + 1)
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
	t.count(mobility + kind*maxMobility + moves)
}

// arms returns how the enemy of c is armed.
func (t *tracer) arms(c core.Color) int { return armsOf(handPhase(t.p, c^1)) }

// kingZone counts the terms of the squares around the king of c.
func (t *tracer) kingZone(c core.Color) {
	king := t.relative(c, t.p.KingSquare(c))
	for sq := range core.Square(81) {
		at := t.relative(c, sq)
		files, ranks := at/9-king/9, at%9-king%9+2
		files = max(files, -files)
		if files > 2 || ranks < 0 || ranks > 4 {
			continue
		}
		state := min(t.times[c][sq], 2) + 3*min(t.times[c^1][sq], 2)
		switch {
		case t.p.OccupiedBy(c).Has(sq):
			state += 9
		case t.p.OccupiedBy(c ^ 1).Has(sq):
			state += 18
		}
		if state > 0 {
			t.count(kingZone + ((t.arms(c)*3+files)*5+ranks)*squareStates + state)
		}
	}
}

// kingRing counts the terms of the squares next to the king of c and of drops with
// check.
func (t *tracer) kingRing(c core.Color) {
	king := t.p.KingSquare(c)
	ring, undefended, escapes := 0, 0, 0
	for b := shogi.Attacks(c, shogi.King, king, shogi.Bitboard{}); b.Any(); {
		sq := b.Pop()
		ours, theirs := t.times[c][sq], t.times[c^1][sq]
		if theirs > 0 {
			ring++
			if ours == 0 {
				undefended++
			}
		} else if !t.p.OccupiedBy(c).Has(sq) {
			escapes++
		}
	}
	t.count(kingRing + (t.arms(c)*ringSizes+ring)*ringSizes + undefended)
	t.count(kingEscapes + t.arms(c)*ringSizes + escapes)
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
		t.count(safeCheck + (int(k)-1)*(maxChecks+1) + min(n, maxChecks))
	}
}
