package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// Evaluator is the hand-crafted evaluation of one followed position.
type Evaluator struct {
	position *chess.Position
	sum      *tapered.Sum // material and place
	pawns    *pawnTable
	sides    [2]side
	tally    *tally // nil but in Trace
	sign     int    // of what is being counted, in the tally
}

// New returns an evaluator that follows no position yet.
func New() core.Evaluator {
	return &Evaluator{sum: tapered.New(table), pawns: new(pawnTable)}
}

// Classic returns this evaluation, as opposed to those by networks.
func Classic() core.Source { return classic{} }

type classic struct{}

// Name implements core.Source.
func (classic) Name() string { return "classic" }

// Hash implements core.Source.
func (classic) Hash() string { return "" }

// New implements core.Source.
func (classic) New() core.Evaluator { return New() }

// Reset implements core.Evaluator. The position must be one of chess.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p.(*chess.Position)
	e.sum.Clear()
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := chess.Pawn; k <= chess.King; k++ {
			for b := e.position.Pieces(c, k); b != 0; b &= b - 1 {
				e.sum.Place(core.NewPiece(c, k), core.Place(first(b)))
			}
		}
	}
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.Delta { return e.sum.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.sum.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	b := e.balance()
	v := b.middle*b.phase*fullScale + b.end*(fullPhase-b.phase)*b.scale
	v /= fullPhase * fullScale
	if e.position.Side() == core.Second {
		v = -v
	}
	return core.Score(v).Clamp()
}

// balance is the value of a position for core.First in its parts.
type balance struct {
	middle, end int32
	phase       int32 // of fullPhase
	scale       int32 // of the endgame value, of fullScale
}

// fullPhase is the phase of the initial position.
const fullPhase = 24

// balance adds everything up.
func (e *Evaluator) balance() balance {
	p := e.position
	sum := e.sum.Value()
	pawns := e.pawnStructure()
	total := pack(weight{sum.Middle, sum.End}) + pawns.value

	e.prepare(core.First, pawns)
	e.prepare(core.Second, pawns)
	e.sign = 1
	total += e.pieces(core.First, pawns)
	e.sign = -1
	total -= e.pieces(core.Second, pawns)
	e.sign = 1
	total += e.threats(core.First) + e.passed(core.First, pawns)
	e.sign = -1
	total -= e.threats(core.Second) + e.passed(core.Second, pawns)

	e.sign = 1 - 2*int(p.Side())
	total += score(e.sign) * e.count(tempo, 1)
	middle := total.middle() + e.danger(core.Second, pawns) - e.danger(core.First, pawns)
	return balance{
		middle: middle, end: total.end(),
		phase: min(sum.Phase, fullPhase), // promotions may exceed it
		scale: e.scale(total.end(), pawns),
	}
}

// count returns the value of n times a term.
func (e *Evaluator) count(term, n int) score {
	if e.tally != nil {
		e.tally[0][term] += n * e.sign
	}
	return values[term] * score(n)
}

// first returns the lowest square of a set that is not empty.
func first(set uint64) core.Square { return core.Square(bits.TrailingZeros64(set)) & 63 }

// relative returns a square as the side sees it.
func relative(c core.Color, sq core.Square) int { return int(sq) ^ 56*int(c) }

// placeOf is the term of a piece on a square.
func placeOf(c core.Color, k core.Kind, sq core.Square) int {
	return place + 64*int(k-chess.Pawn) + relative(c, sq)
}

// table holds material and place for every piece and square.
var table = newTable()

// phases are the shares of the kinds in the middlegame.
var phases = [...]int32{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4, chess.King: 0}

func newTable() *tapered.Table {
	t := new(tapered.Table)
	for k := chess.Pawn; k <= chess.King; k++ {
		for _, c := range [2]core.Color{core.First, core.Second} {
			sign := 1 - 2*int32(c)
			for sq := range core.Square(64) {
				w := weights[placeOf(c, k, sq)]
				if k != chess.King {
					m := weights[material+int(k-chess.Pawn)]
					w = weight{w.middle + m.middle, w.end + m.end}
				}
				t[core.NewPiece(c, k)][sq] = tapered.Value{Middle: sign * w.middle, End: sign * w.end, Phase: phases[k]}
			}
		}
	}
	return t
}
